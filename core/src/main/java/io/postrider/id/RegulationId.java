package io.postrider.id;

import java.util.Optional;
import java.util.OptionalLong;

/** The ID of a regulation: 64 random bits, written as {@code reg_} and thirteen characters. */
public record RegulationId(long bits) {

  private static final String PREFIX = "reg_";

  /** Parses an ID; empty if the text is not one. */
  public static Optional<RegulationId> parse(String text) {
    OptionalLong bits = IdText.parse(PREFIX, text);
    return bits.isPresent() ? Optional.of(new RegulationId(bits.getAsLong())) : Optional.empty();
  }

  @Override
  public String toString() {
    return IdText.write(PREFIX, bits);
  }
}
