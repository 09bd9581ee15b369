package io.postrider.id;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

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

  // written out: those of a record are generated anew in every start

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof DestinationId(long others) && bits == others;
  }

  @Override
  public int hashCode() {
    return Long.hashCode(bits);
  }
}
