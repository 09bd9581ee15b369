package io.postrider.id;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

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

  // written out: those of a record are generated anew in every start

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof SourceId(long others) && bits == others;
  }

  @Override
  public int hashCode() {
    return Long.hashCode(bits);
  }
}
