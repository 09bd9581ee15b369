package io.postrider.id;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

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

  // written out: those of a record are generated anew in every start

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof RegulationId(long others) && bits == others;
  }

  @Override
  public int hashCode() {
    return Long.hashCode(bits);
  }
}
