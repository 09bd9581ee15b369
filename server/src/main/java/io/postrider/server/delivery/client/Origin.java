package io.postrider.server.delivery.client;

import java.net.IDN;
import java.net.InetAddress;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Scheme, host and port of a URL: what a connection pool is for.
 *
 * @param host as in the {@code Host} header: a name, or an address (IPv6 in brackets)
 * @param literal the address if the host is one; null for a name
 */
record Origin(boolean tls, String host, int port, @Nullable InetAddress literal) {

  private static final int MAX_NAME_LENGTH = 253;

  private static final Pattern NAME = Pattern.compile("[a-z0-9._-]+");

  /** Leading zeros in IPv4, which some programs read as octal. */
  private static final Pattern LEADING_ZERO = Pattern.compile("(^|\\.)0[0-9]");

  static Origin parse(boolean tls, String authority) {
    int colon = authority.lastIndexOf(':');
    boolean bracketed = authority.startsWith("[");
    boolean ported = colon > authority.lastIndexOf(']');
    String host = ported ? authority.substring(0, colon) : authority;
    String port = ported ? authority.substring(colon + 1) : "";
    int number = port.isEmpty() ? (tls ? 443 : 80) : port(port);
    if (bracketed) {
      if (!host.endsWith("]") || host.indexOf('%') >= 0) {
        throw new IllegalArgumentException("The URL's host is not an IPv6 address in brackets.");
      }
      return new Origin(tls, host, number, literal(host.substring(1, host.length() - 1)));
    }
    String name = name(host);
    return new Origin(tls, name, number, isNumeric(name) ? literal(name) : null);
  }

  /** The name to resolve; a dot at the end disables search domains. */
  String lookUpName() {
    return host.toLowerCase(Locale.ROOT);
  }

  /** The host for certificates and SNI: without a dot at the end. */
  String certificateHost() {
    return host.endsWith(".") ? host.substring(0, host.length() - 1) : host;
  }

  private static int port(String digits) {
    if (digits.length() > 5 || !digits.chars().allMatch(c -> c >= '0' && c <= '9')) {
      throw new IllegalArgumentException("The URL's port is not a number.");
    }
    int port = Integer.parseInt(digits);
    if (port < 1 || port > 65_535) {
      throw new IllegalArgumentException("The URL's port is not from 1 to 65535.");
    }
    return port;
  }

  private static InetAddress literal(String text) {
    if (LEADING_ZERO.matcher(text).find()) {
      throw new IllegalArgumentException("The URL's host is an address with leading zeros.");
    }
    try {
      return InetAddress.ofLiteral(text);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("The URL's host is not a valid address.", e);
    }
  }

  /**
   * The host name in ASCII; an international name is converted to Punycode. Underscores are not
   * valid in host names, but container names use them.
   */
  private static String name(String text) {
    String name;
    try {
      boolean ascii = text.chars().allMatch(c -> c < 0x80);
      name = (ascii ? text : IDN.toASCII(text)).toLowerCase(Locale.ROOT);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("The URL's host is not a name or an address.", e);
    }
    boolean isName = NAME.matcher(name).matches() && !name.equals(".") && !name.contains("..");
    if (!isName || name.length() > MAX_NAME_LENGTH) {
      throw new IllegalArgumentException("The URL's host is not a name or an address.");
    }
    return name;
  }

  /**
   * Whether a host can only be an IPv4 address: its last label is a number. DNS has no such names,
   * and programs disagree on {@code 0177.1}, so it is never resolved.
   */
  private static boolean isNumeric(String name) {
    return name.substring(name.lastIndexOf('.') + 1).matches("[0-9]+|0x[0-9a-f]*");
  }
}
