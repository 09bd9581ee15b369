package io.postrider.server.access;

import io.postrider.id.IdText;
import java.util.Optional;

/** The public ID of a token: {@code tok_} and thirteen letters and digits. */
public record TokenId(long bits) {

  private static final String PREFIX = "tok_";

  /** The ID of a text; empty if the text is not one. */
  public static Optional<TokenId> parse(String text) {
    return IdText.parse(PREFIX, text, TokenId::new);
  }

  @Override
  public String toString() {
    return IdText.write(PREFIX, bits);
  }
}
