package io.postrider.id;

import java.util.Optional;

/** The ID of a source: 64 random bits, written as {@code src_} and thirteen characters. */
public record SourceId(long bits) {

  /** The source of computed messages, which have none. */
  public static final SourceId NONE = new SourceId(0);

  private static final String PREFIX = "src_";

  public static Optional<SourceId> parse(String text) {
    return IdText.parse(PREFIX, text, SourceId::new);
  }

  @Override
  public String toString() {
    return IdText.write(PREFIX, bits);
  }
}
