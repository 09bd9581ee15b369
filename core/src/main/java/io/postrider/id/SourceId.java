package io.postrider.id;

import java.util.Optional;
import java.util.OptionalLong;

/**
 * The ID of a source: 64 random bits, so that a record stores it in eight bytes and IDs are unique.
 * Written as {@code src_} and thirteen letters and digits.
 */
public record SourceId(long bits) {

  /** The source of computed messages, which have none. */
  public static final SourceId NONE = new SourceId(0);

  private static final String PREFIX = "src_";

  /** Parses an ID; empty if the text is not one. */
  public static Optional<SourceId> parse(String text) {
    OptionalLong bits = IdText.parse(PREFIX, text);
    return bits.isPresent() ? Optional.of(new SourceId(bits.getAsLong())) : Optional.empty();
  }

  @Override
  public String toString() {
    return IdText.write(PREFIX, bits);
  }
}
