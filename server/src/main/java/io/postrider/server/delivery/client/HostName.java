package io.postrider.server.delivery.client;

import java.net.IDN;
import java.util.Locale;

/** Names of hosts as URLs write them. */
final class HostName {

  private static final int LONGEST = 253;

  private HostName() {}

  /** The name in ASCII; a name in another script is spelled as DNS wants it. */
  static String parse(String text) {
    String name = isAscii(text) ? text.toLowerCase(Locale.ROOT) : inAscii(text);
    boolean sound = !name.isEmpty() && !name.equals(".") && name.length() <= LONGEST;
    if (!sound || !name.chars().allMatch(HostName::isNamePart) || name.contains("..")) {
      throw new IllegalArgumentException("The URL's host is not a name or an address.");
    }
    return name;
  }

  /**
   * Whether a host can only be meant as an IPv4 address: its last part is a number. No such name
   * exists in DNS, and programs disagree on what {@code 0177.1} means, so it is never looked up.
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

  /** Underscores are no part of host names, and yet of many names of containers. */
  private static boolean isNamePart(int c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '.' || c == '_';
  }
}
