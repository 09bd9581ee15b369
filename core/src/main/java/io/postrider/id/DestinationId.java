package io.postrider.id;

import java.util.Optional;

/** The ID of a destination: 64 random bits, written as {@code dst_} and thirteen characters. */
public record DestinationId(long bits) {

  /** What every ID starts with. */
  public static final String PREFIX = "dst_";

  public static Optional<DestinationId> parse(String text) {
    return IdText.parse(PREFIX, text, DestinationId::new);
  }

  @Override
  public String toString() {
    return IdText.write(PREFIX, bits);
  }
}
