package io.postrider.audience;

import io.postrider.id.IdText;
import java.util.Optional;

/**
 * The ID of an audience or a computed trait: 64 random bits, written as {@code aud_} or {@code
 * ctr_} and thirteen characters.
 */
public record ComputationId(ComputationKind kind, long bits) {

  /** Parses an ID; empty if the text is not one of that kind. */
  public static Optional<ComputationId> parse(ComputationKind kind, String text) {
    return IdText.parse(kind.prefix(), text, bits -> new ComputationId(kind, bits));
  }

  @Override
  public String toString() {
    return IdText.write(kind.prefix(), bits);
  }
}
