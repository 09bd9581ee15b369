package io.postrider.server.catalog.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.postrider.route.Source;
import io.postrider.route.WriteKey;
import io.postrider.server.catalog.KeyMask;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A source as the admin API shows it. */
public record SourceView(
    @JsonProperty String id,
    @JsonProperty String name,
    @JsonProperty String type,
    @JsonProperty String writeKey,
    @JsonProperty boolean enabled,
    @JsonProperty @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Integer rateLimit,
    @JsonProperty String newEvents,
    @JsonProperty Instant createdAt,
    @JsonProperty @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String declaredAs,
    @JsonProperty @JsonInclude(JsonInclude.Include.NON_EMPTY) List<OldKey> previousWriteKeys) {

  /** A key that was rotated away and still works for a while. */
  record OldKey(@JsonProperty String writeKey, @JsonProperty Instant expiresAt) {}

  /** A source, and what the workspace file calls it. */
  public static SourceView of(Source source, @Nullable String declaredAs, Instant now) {
    return new SourceView(
        source.id().toString(),
        source.name(),
        source.type().wireName(),
        source.writeKey().value(),
        source.enabled(),
        source.rateLimit(),
        source.events().newEvents().wireName(),
        source.createdAt(),
        declaredAs,
        source.writeKeys().stream()
            .skip(1)
            .filter(key -> key.validAt(now))
            .map(SourceView::old)
            .toList());
  }

  /** The same for those who may not use its keys. */
  SourceView masked() {
    return new SourceView(
        id,
        name,
        type,
        KeyMask.of(writeKey),
        enabled,
        rateLimit,
        newEvents,
        createdAt,
        declaredAs,
        previousWriteKeys.stream()
            .map(old -> new OldKey(KeyMask.of(old.writeKey()), old.expiresAt()))
            .toList());
  }

  private static OldKey old(WriteKey key) {
    return new OldKey(key.value(), Objects.requireNonNull(key.expiresAt()));
  }
}
