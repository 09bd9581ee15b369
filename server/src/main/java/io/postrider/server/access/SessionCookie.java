package io.postrider.server.access;

import io.postrider.server.http.RequestHead;
import java.time.Duration;
import java.util.Optional;

/** The session cookie: not readable by scripts, not sent by other sites. */
public final class SessionCookie {

  static final String NAME = "postrider_session";

  private static final String PREFIX = NAME + "=";

  private SessionCookie() {}

  /** The value in a request; the first if there are several. */
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

  /** The ID of the session in a request; it is not checked. */
  static Optional<String> sessionId(RequestHead head) {
    return read(head).map(text -> text.split("\\.", -1)).filter(p -> p.length == 4).map(p -> p[2]);
  }

  /** The Set-Cookie header with a value. */
  public static String set(String text, Duration lasting, boolean https) {
    return PREFIX
        + text
        + "; HttpOnly; SameSite=Strict; Path=/; Max-Age="
        + lasting.toSeconds()
        + (https ? "; Secure" : "");
  }

  /** The Set-Cookie header that removes the cookie. */
  public static String cleared(boolean https) {
    return set("", Duration.ZERO, https);
  }
}
