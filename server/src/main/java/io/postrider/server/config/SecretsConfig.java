package io.postrider.server.config;

import java.util.Base64;
import java.util.Optional;

/**
 * What secrets in the database are sealed with.
 *
 * @param key 32 bytes in Base64; empty means a file in the data folder
 */
public record SecretsConfig(Secret key) {

  private static final int KEY_LENGTH = 32;

  public SecretsConfig {
    Bounds.that(
        key.reveal().isEmpty() || decoded(key).length == KEY_LENGTH,
        "'secrets.key' is not %d bytes in Base64, as openssl rand -base64 %d makes them"
            .formatted(KEY_LENGTH, KEY_LENGTH));
  }

  /** The key, if one is set. */
  public Optional<byte[]> bytes() {
    return key.reveal().isEmpty() ? Optional.empty() : Optional.of(decoded(key));
  }

  private static byte[] decoded(Secret key) {
    try {
      return Base64.getDecoder().decode(key.reveal());
    } catch (IllegalArgumentException notBase64) {
      return new byte[0];
    }
  }
}
