package io.postrider.server.catalog;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.postrider.route.Source;
import io.postrider.route.WriteKey;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A source as JSON. */
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
    @JsonProperty @JsonInclude(JsonInclude.Include.NON_EMPTY) List<PreviousKey> previousWriteKeys) {

  private static final int MASK_LENGTH = 7;
  private static final int MIN_MASKED_LENGTH = 4 * MASK_LENGTH;

  /** A rotated key that is still valid. */
  public record PreviousKey(@JsonProperty String writeKey, @JsonProperty Instant expiresAt) {}

  /**
   * The view of a source.
   *
   * @param declaredAs its name in the workspace file; null if it is not declared
   */
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
            .map(SourceView::previous)
            .toList());
  }

  /** This view for callers that may not use the keys. */
  public SourceView masked() {
    return new SourceView(
        id,
        name,
        type,
        mask(writeKey),
        enabled,
        rateLimit,
        newEvents,
        createdAt,
        declaredAs,
        previousWriteKeys.stream()
            .map(old -> new PreviousKey(mask(old.writeKey()), old.expiresAt()))
            .toList());
  }

  private static PreviousKey previous(WriteKey key) {
    return new PreviousKey(key.value(), Objects.requireNonNull(key.expiresAt()));
  }

  /** The first characters of a key, such as {@code wk_5vq2…}; none of a short key. */
  static String mask(String key) {
    return key.length() < MIN_MASKED_LENGTH ? "…" : key.substring(0, MASK_LENGTH) + "…";
  }
}
