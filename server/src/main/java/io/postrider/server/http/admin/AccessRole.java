package io.postrider.server.http.admin;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** What a caller may do; each role may do all that the ones before it may. */
public enum AccessRole {
  /** Sees everything but keys and redacted fields. */
  VIEWER,
  /** Also changes sources and destinations, and sends again what was sent. */
  EDITOR,
  /** Also hands out tokens and changes the workspace. */
  ADMIN;

  /** The role of a name on the wire, such as {@code editor}. */
  public static Optional<AccessRole> parse(String wireName) {
    return Arrays.stream(values()).filter(role -> role.wireName().equals(wireName)).findFirst();
  }

  /** The name on the wire. */
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Whether whoever has this role may do what another role is needed for. */
  public boolean covers(AccessRole needed) {
    return compareTo(needed) >= 0;
  }
}
