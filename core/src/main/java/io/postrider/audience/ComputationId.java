package io.postrider.audience;

import io.postrider.id.IdText;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The name of an audience or a computed trait: 64 random bits, which no other of either kind has.
 * Written as {@code aud_} or {@code ctr_} and thirteen letters and digits.
 */
public record ComputationId(ComputationKind kind, long bits) {

  /** The id of a text, or nothing if the text is not one of that kind. */
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
