package io.postrider.server.access;

import io.postrider.server.http.RequestHead;
import java.time.Duration;
import java.util.Optional;

/** How a session travels: a cookie that no script can read and no other site can send. */
public final class SessionCookie {

  static final String NAME = "postrider_session";

  private static final String PREFIX = NAME + "=";

  private SessionCookie() {}

  /** The text that a request carries; of several the first. */
  public static Optional<String> read(RequestHead head) {
    for (String line : head.headers("Cookie")) {
      for (String cookie : line.split(";", -1)) {
        String pair = cookie.strip();
        if (pair.startsWith(PREFIX)) {
          return Optional.of(pair.substring(PREFIX.length()));
        }
      }
    }
    return Optional.empty();
  }

  /** The header that sets it. */
  public static String set(String text, Duration lasting, boolean https) {
    return PREFIX
        + text
        + "; HttpOnly; SameSite=Strict; Path=/; Max-Age="
        + lasting.toSeconds()
        + (https ? "; Secure" : "");
  }

  /** The header that removes it. */
  public static String cleared(boolean https) {
    return set("", Duration.ZERO, https);
  }
}
