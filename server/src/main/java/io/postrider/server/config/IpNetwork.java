package io.postrider.server.config;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.regex.Pattern;

/** A network, written as {@code 10.0.0.0/8}, {@code fd00::/8} or a single address. */
public record IpNetwork(InetAddress address, int prefixBits) {

  /**
   * Matches literal addresses; anything else would be resolved as a host name. An IPv4 address has
   * four numbers without leading zeros: the JDK reads 1.2.3 as 1.2.0.3, and others 010 as 8.
   */
  private static final Pattern LITERAL =
      Pattern.compile(
          "(0|[1-9][0-9]{0,2})([.](0|[1-9][0-9]{0,2})){3}|[0-9a-fA-F:.]*:[0-9a-fA-F:.]*");

  private static final Pattern IPV4_PART = Pattern.compile("[0-9.]+");

  /** Parses a network; host bits must be zero, which catches typing errors. */
  public static IpNetwork parse(String text) {
    int slash = text.indexOf('/');
    String host = slash < 0 ? text : text.substring(0, slash);
    InetAddress address = literal(host, text);
    int width = address.getAddress().length * 8;
    int bits = slash < 0 ? width : bits(text.substring(slash + 1), width, text);
    IpNetwork network = new IpNetwork(address, bits);
    for (int bit = bits; bit < width; bit++) {
      if (bit(address.getAddress(), bit)) {
        throw new IllegalArgumentException(
            "'" + text + "' has host bits set; write the network's first address");
      }
    }
    return network;
  }

  /** Whether an address is in this network. */
  public boolean contains(InetAddress candidate) {
    byte[] own = address.getAddress();
    byte[] other = candidate.getAddress();
    if (own.length != other.length) {
      return false;
    }
    for (int bit = 0; bit < prefixBits; bit++) {
      if (bit(own, bit) != bit(other, bit)) {
        return false;
      }
    }
    return true;
  }

  private static boolean bit(byte[] bytes, int index) {
    return (bytes[index >> 3] >> (7 - (index & 7)) & 1) == 1;
  }

  private static InetAddress literal(String host, String text) {
    try {
      if (LITERAL.matcher(host).matches()) {
        return InetAddress.getByName(host);
      }
    } catch (UnknownHostException e) {
      // reported below
    }
    String advice =
        IPV4_PART.matcher(host).matches() ? "; write all four numbers, without leading zeros" : "";
    throw new IllegalArgumentException(
        "'" + text + "' is not a network such as 10.0.0.0/8 or fd00::/8" + advice);
  }

  private static int bits(String digits, int width, String text) {
    try {
      int bits = Integer.parseInt(digits);
      if (bits >= 0 && bits <= width) {
        return bits;
      }
    } catch (NumberFormatException e) {
      // reported below
    }
    throw new IllegalArgumentException(
        "'" + text + "' needs a number from 0 to " + width + " after the slash");
  }

  @Override
  public String toString() {
    return address.getHostAddress() + "/" + prefixBits;
  }
}
