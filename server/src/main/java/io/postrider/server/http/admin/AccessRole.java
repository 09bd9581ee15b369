package io.postrider.server.http.admin;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** The role of a caller; each includes the ones before it. */
public enum AccessRole {
  /** Reads everything but keys and redacted fields. */
  VIEWER,
  /** Also changes sources and destinations, and replays messages. */
  EDITOR,
  /** Also creates tokens and changes the workspace. */
  ADMIN;

  /** The role of a name on the wire, such as {@code editor}. */
  public static Optional<AccessRole> parse(String wireName) {
    return Arrays.stream(values()).filter(role -> role.wireName().equals(wireName)).findFirst();
  }

  /** The name on the wire. */
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Whether this role includes another. */
  public boolean covers(AccessRole needed) {
    return compareTo(needed) >= 0;
  }
}
