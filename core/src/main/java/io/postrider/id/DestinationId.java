package io.postrider.id;

import java.util.Optional;
import java.util.OptionalLong;

/**
 * The ID of a destination: 64 random bits. Written as {@code dst_} and thirteen letters and digits.
 */
public record DestinationId(long bits) {

  private static final String PREFIX = "dst_";

  /** Parses an ID; empty if the text is not one. */
  public static Optional<DestinationId> parse(String text) {
    OptionalLong bits = IdText.parse(PREFIX, text);
    return bits.isPresent() ? Optional.of(new DestinationId(bits.getAsLong())) : Optional.empty();
  }

  @Override
  public String toString() {
    return IdText.write(PREFIX, bits);
  }
}
