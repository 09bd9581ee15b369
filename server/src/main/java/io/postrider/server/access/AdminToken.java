package io.postrider.server.access;

import io.postrider.server.config.Secret;

/**
 * The token of the operator, which opens everything and is not kept with the others: it is set, or
 * lies in a file of the data folder.
 */
public record AdminToken(TokenHash hash) {

  /**
   * The token of a secret.
   *
   * @throws IllegalArgumentException if a header cannot carry it
   */
  public static AdminToken of(Secret secret) {
    String text = secret.reveal();
    if (text.isEmpty() || !text.chars().allMatch(c -> c > ' ' && c < 0x7f)) {
      throw new IllegalArgumentException(
          "The admin token must consist of visible ASCII characters without spaces");
    }
    return new AdminToken(TokenHash.of(text));
  }
}
