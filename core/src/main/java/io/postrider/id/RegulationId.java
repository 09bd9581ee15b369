package io.postrider.id;

import java.util.Optional;

/** The ID of a regulation: 64 random bits, written as {@code reg_} and thirteen characters. */
public record RegulationId(long bits) {

  private static final String PREFIX = "reg_";

  public static Optional<RegulationId> parse(String text) {
    return IdText.parse(PREFIX, text, RegulationId::new);
  }

  @Override
  public String toString() {
    return IdText.write(PREFIX, bits);
  }
}
