package io.postrider.server.ingest;

import io.postrider.id.SourceId;
import io.postrider.message.ErrorCode;
import io.postrider.message.Rejection;
import io.postrider.message.ScannedBody;
import io.postrider.route.Catalog;
import io.postrider.route.Source;
import java.time.Instant;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Authenticates requests by write key. */
final class WriteKeyAuth {

  private static final Rejection MISSING =
      new Rejection(
          ErrorCode.INVALID_WRITE_KEY,
          "The write key is missing; send it as the HTTP Basic user name or as \"writeKey\".");
  private static final Rejection MALFORMED =
      new Rejection(ErrorCode.INVALID_WRITE_KEY, "The write key is malformed.");
  private static final Rejection DIFFERENT =
      new Rejection(
          ErrorCode.INVALID_WRITE_KEY,
          "The write keys in the header and in the body differ; send only one.");
  private static final Rejection UNKNOWN =
      new Rejection(ErrorCode.INVALID_WRITE_KEY, "No source has this write key.");
  private static final Rejection DISABLED =
      new Rejection(ErrorCode.SOURCE_DISABLED, "The source is disabled.");

  private final Supplier<Catalog> catalog;

  WriteKeyAuth(Supplier<Catalog> catalog) {
    this.catalog = catalog;
  }

  /** The result of authentication. */
  sealed interface Result {}

  /** The write key belongs to this source. */
  record Authenticated(Source source) implements Result {}

  /** Denied; the source is known if the key is valid but the source is disabled. */
  record Denied(@Nullable SourceId source, Rejection why) implements Result {}

  /** Checks the write key in the header and in the body. */
  Result authenticate(@Nullable String authorization, ScannedBody body, Instant now) {
    String inBody = body.writeKey();
    String key = inBody;
    if (body.isWriteKeyMalformed()) {
      return new Denied(null, MALFORMED);
    }
    if (authorization != null && BasicAuth.present(authorization)) {
      String inHeader = BasicAuth.writeKey(authorization);
      if (inHeader == null) {
        return new Denied(null, MALFORMED);
      }
      if (inBody != null && !inHeader.isEmpty() && !inHeader.equals(inBody)) {
        return new Denied(null, DIFFERENT);
      }
      key = inHeader.isEmpty() ? inBody : inHeader;
    }
    if (key == null) {
      return new Denied(null, MISSING);
    }
    Source source = catalog.get().sourceOf(key, now);
    if (source == null) {
      return new Denied(null, UNKNOWN);
    }
    return source.enabled() ? new Authenticated(source) : new Denied(source.id(), DISABLED);
  }

  /** The source of the key in a header; null if there is none. */
  @Nullable SourceId sourceOf(@Nullable String authorization, Instant now) {
    if (authorization == null || !BasicAuth.present(authorization)) {
      return null;
    }
    String key = BasicAuth.writeKey(authorization);
    Source source = key == null ? null : catalog.get().sourceOf(key, now);
    return source == null ? null : source.id();
  }
}
