package io.postrider.id;

import java.util.Optional;
import java.util.OptionalLong;

/**
 * The name of a source: 64 random bits, so that a record carries it in eight bytes and no two
 * sources ever share one. Written as {@code src_} and thirteen letters and digits.
 */
public record SourceId(long bits) {

  /** What messages have that were computed here and came from no source. */
  public static final SourceId NONE = new SourceId(0);

  private static final String PREFIX = "src_";

  /** The id of a text, or nothing if the text is not one. */
  public static Optional<SourceId> parse(String text) {
    OptionalLong bits = IdText.parse(PREFIX, text);
    return bits.isPresent() ? Optional.of(new SourceId(bits.getAsLong())) : Optional.empty();
  }

  @Override
  public String toString() {
    return IdText.write(PREFIX, bits);
  }
}
