package io.postrider.server.config;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.regex.Pattern;

/** A range of addresses, written as {@code 10.0.0.0/8}, {@code fd00::/8} or a single address. */
public record IpNetwork(InetAddress address, int prefixBits) {

  /** Letters that a literal address consists of; anything else would be looked up as a name. */
  private static final Pattern LITERAL = Pattern.compile("[0-9.]+|[0-9a-fA-F:.]*:[0-9a-fA-F:.]*");

  /** Reads a network; host bits must be zero, so that a slip of the pen is seen. */
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
            "'" + text + "' has bits set behind its first " + bits + "; write the first address");
      }
    }
    return network;
  }

  /** Whether an address lies in this range. */
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
      // told below
    }
    throw new IllegalArgumentException(
        "'" + text + "' is not a network such as 10.0.0.0/8 or fd00::/8");
  }

  private static int bits(String digits, int width, String text) {
    try {
      int bits = Integer.parseInt(digits);
      if (bits >= 0 && bits <= width) {
        return bits;
      }
    } catch (NumberFormatException e) {
      // told below
    }
    throw new IllegalArgumentException(
        "'" + text + "' needs a number from 0 to " + width + " behind the slash");
  }

  @Override
  public String toString() {
    return address.getHostAddress() + "/" + prefixBits;
  }
}
