package io.postrider.server.ingest;

import io.postrider.id.SourceId;
import io.postrider.message.ErrorCode;
import io.postrider.message.Rejection;
import io.postrider.message.ScannedBody;
import io.postrider.route.Catalog;
import io.postrider.route.Source;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Authenticates requests by write key. */
final class WriteKeyAuth {

  private static final String BASIC = "Basic ";

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

  sealed interface Result {}

  /** The write key belongs to this source. */
  record Authenticated(Source source) implements Result {}

  /** Denied; the source is known if the key is valid but the source is disabled. */
  record Denied(@Nullable SourceId source, Rejection why) implements Result {}

  /** Reads the key in a header. */
  HeaderKey header(@Nullable String authorization, Instant now) {
    if (authorization == null || !isBasic(authorization)) {
      return HeaderKey.NONE;
    }
    String key = basicUser(authorization);
    if (key == null) {
      return new HeaderKey("", null, MALFORMED);
    }
    if (key.isEmpty()) {
      return HeaderKey.NONE;
    }
    Source source = catalog.get().sourceOf(key, now);
    return new HeaderKey(key, source, source == null ? UNKNOWN : null);
  }

  /** Checks the write key in the header and in the body. */
  Result authenticate(HeaderKey header, ScannedBody body, Instant now) {
    String inBody = body.writeKey();
    if (body.isWriteKeyMalformed()) {
      return new Denied(null, MALFORMED);
    }
    String inHeader = header.text();
    if (inBody != null && !inHeader.isEmpty() && !inHeader.equals(inBody)) {
      return new Denied(null, DIFFERENT);
    }
    String key = inHeader.isEmpty() ? inBody : inHeader;
    if (key == null) {
      return new Denied(null, MISSING);
    }
    // looked up again, because the key may have been revoked while the body arrived
    Source source = catalog.get().sourceOf(key, now);
    if (source == null) {
      return new Denied(null, UNKNOWN);
    }
    return source.enabled() ? new Authenticated(source) : new Denied(source.id(), DISABLED);
  }

  /** Whether a header uses the Basic scheme; others, such as Bearer, hold no write key. */
  private static boolean isBasic(String header) {
    return header.regionMatches(true, 0, BASIC, 0, BASIC.length());
  }

  /** The user name of a Basic header; null if the header is malformed. */
  private static @Nullable String basicUser(String header) {
    byte[] decoded;
    try {
      decoded = Base64.getDecoder().decode(header.substring(BASIC.length()).strip());
    } catch (IllegalArgumentException e) {
      return null;
    }
    String text = new String(decoded, StandardCharsets.UTF_8);
    int colon = text.indexOf(':');
    return colon < 0 ? text : text.substring(0, colon);
  }
}
