package io.postrider.server.config;

import java.time.Duration;

/** Who may administer, and how long rotated write keys and shared secrets live on. */
public record AdminConfig(Secret token, Duration writeKeyGrace, Duration secretGrace) {

  private static final int SHORTEST_TOKEN = 16;

  public AdminConfig {
    Bounds.that(
        token.reveal().isEmpty() || token.reveal().length() >= SHORTEST_TOKEN,
        "'admin.token' is shorter than " + SHORTEST_TOKEN + " characters; make it harder to guess");
  }
}
