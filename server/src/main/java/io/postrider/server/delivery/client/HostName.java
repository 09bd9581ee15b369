package io.postrider.server.delivery.client;

import java.net.IDN;
import java.util.Locale;

/** Host names of URLs. */
final class HostName {

  private static final int MAX_LENGTH = 253;

  private HostName() {}

  /** The name in ASCII; an international name is converted to Punycode. */
  static String parse(String text) {
    String name = isAscii(text) ? text.toLowerCase(Locale.ROOT) : inAscii(text);
    boolean sound = !name.isEmpty() && !name.equals(".") && name.length() <= MAX_LENGTH;
    if (!sound || !name.chars().allMatch(HostName::isNamePart) || name.contains("..")) {
      throw new IllegalArgumentException("The URL's host is not a name or an address.");
    }
    return name;
  }

  /**
   * Whether a host can only be an IPv4 address: its last label is a number. DNS has no such names,
   * and programs disagree on {@code 0177.1}, so it is never resolved.
   */
  static boolean isNumeric(String name) {
    String last = name.substring(name.lastIndexOf('.') + 1);
    return !last.isEmpty()
        && (last.chars().allMatch(c -> c >= '0' && c <= '9') || last.matches("0x[0-9a-f]*"));
  }

  private static boolean isAscii(String text) {
    return text.chars().allMatch(c -> c < 0x80);
  }

  private static String inAscii(String text) {
    try {
      return IDN.toASCII(text).toLowerCase(Locale.ROOT);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("The URL's host is not a name or an address.", e);
    }
  }

  /** Underscores are not valid in host names, but container names use them. */
  private static boolean isNamePart(int c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '.' || c == '_';
  }
}
