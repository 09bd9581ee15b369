package io.postrider.audience;

import io.postrider.id.IdText;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The ID of an audience or a computed trait: 64 random bits, unique among both. Written as {@code
 * aud_} or {@code ctr_} and thirteen letters and digits.
 */
public record ComputationId(ComputationKind kind, long bits) {

  /** Parses an ID; empty if the text is not one of that kind. */
  public static Optional<ComputationId> parse(ComputationKind kind, String text) {
    OptionalLong bits = IdText.parse(kind.prefix(), text);
    return bits.isPresent()
        ? Optional.of(new ComputationId(kind, bits.getAsLong()))
        : Optional.empty();
  }

  @Override
  public String toString() {
    return IdText.write(kind.prefix(), bits);
  }
}
