package io.postrider.server.delivery.client;

import io.postrider.server.config.IpNetwork;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Optional;

/**
 * Decides which addresses may be connected to: public ones, and those of allowed networks.
 *
 * <p>Of IPv6 only global unicast is public, without its reserved ranges. An address with an
 * embedded IPv4 address (mapped, 6to4, NAT64, ISATAP) is treated like that IPv4 address. An allowed
 * IPv4 network also allows its mapped form, which is the same address; other forms are routed
 * through relays and must be allowed by their own IPv6 network.
 *
 * <p>Immutable.
 */
public final class AddressGuard {

  /** A range that is not public, and its description. */
  private record Reserved(IpNetwork network, String kind) {}

  private static final List<Reserved> RESERVED_V4 =
      List.of(
          reserved("0.0.0.0/8", "of this network"),
          reserved("10.0.0.0/8", "private"),
          reserved("100.64.0.0/10", "shared behind a provider"),
          reserved("127.0.0.0/8", "loopback"),
          reserved("169.254.0.0/16", "link-local"),
          reserved("172.16.0.0/12", "private"),
          reserved("192.0.0.0/24", "reserved"),
          reserved("192.0.2.0/24", "for documentation"),
          reserved("192.88.99.0/24", "reserved"),
          reserved("192.168.0.0/16", "private"),
          reserved("198.18.0.0/15", "for benchmarks"),
          reserved("198.51.100.0/24", "for documentation"),
          reserved("203.0.113.0/24", "for documentation"),
          reserved("224.0.0.0/4", "multicast"),
          reserved("240.0.0.0/4", "reserved"));

  private static final List<Reserved> RESERVED_V6 =
      List.of(
          reserved("::/128", "unspecified"),
          reserved("::1/128", "loopback"),
          reserved("::/96", "an IPv4-compatible form"),
          reserved("64:ff9b:1::/48", "translated to IPv4 locally"),
          reserved("100::/64", "for discarding"),
          reserved("2001::/32", "tunnelled by Teredo"),
          reserved("2001::/23", "reserved"),
          reserved("2001:db8::/32", "for documentation"),
          reserved("3fff::/20", "for documentation"),
          reserved("fc00::/7", "private"),
          reserved("fe80::/10", "link-local"),
          reserved("fec0::/10", "site-local"),
          reserved("ff00::/8", "multicast"));

  private static final IpNetwork GLOBAL_UNICAST = IpNetwork.parse("2000::/3");
  private static final IpNetwork SIX_TO_FOUR = IpNetwork.parse("2002::/16");
  private static final IpNetwork NAT64 = IpNetwork.parse("64:ff9b::/96");

  private final List<IpNetwork> allowed;

  /** A guard that allows these networks and public addresses. */
  public AddressGuard(List<IpNetwork> allowed) {
    this.allowed = List.copyOf(allowed);
  }

  private static Reserved reserved(String network, String kind) {
    return new Reserved(IpNetwork.parse(network), kind);
  }

  /** Why an address is refused; empty if it is allowed. */
  public Optional<String> objection(InetAddress candidate) {
    InetAddress address = unmapped(candidate);
    if (allowed.stream().anyMatch(network -> network.contains(address))) {
      return Optional.empty();
    }
    return kind(address)
        .map(kind -> "The address " + address.getHostAddress() + " is " + kind + ".");
  }

  private static Optional<String> kind(InetAddress address) {
    byte[] bytes = address.getAddress();
    if (bytes.length == 4) {
      return kindIn(RESERVED_V4, address);
    }
    if (SIX_TO_FOUR.contains(address)) {
      return embedded(bytes, 2, "a 6to4 form of one that is ");
    }
    if (NAT64.contains(address)) {
      return embedded(bytes, 12, "a NAT64 form of one that is ");
    }
    Optional<String> kind = kindIn(RESERVED_V6, address);
    if (kind.isPresent()) {
      return kind;
    }
    if (!GLOBAL_UNICAST.contains(address)) {
      return Optional.of("reserved");
    }
    return isIsatap(bytes)
        ? embedded(bytes, 12, "an ISATAP form of one that is ")
        : Optional.empty();
  }

  private static Optional<String> kindIn(List<Reserved> ranges, InetAddress address) {
    return ranges.stream()
        .filter(range -> range.network().contains(address))
        .map(Reserved::kind)
        .findFirst();
  }

  private static Optional<String> embedded(byte[] bytes, int at, String form) {
    return kindIn(RESERVED_V4, inside(bytes, at)).map(kind -> form + kind);
  }

  /** Interface identifiers {@code 0000:5efe:a.b.c.d} and {@code 0200:5efe:a.b.c.d}. */
  private static boolean isIsatap(byte[] bytes) {
    return (bytes[8] & ~2) == 0 && bytes[9] == 0 && bytes[10] == 0x5E && bytes[11] == (byte) 0xFE;
  }

  private static InetAddress unmapped(InetAddress address) {
    byte[] bytes = address.getAddress();
    if (bytes.length == 4 || bytes[10] != (byte) 0xFF || bytes[11] != (byte) 0xFF) {
      return address;
    }
    for (int i = 0; i < 10; i++) {
      if (bytes[i] != 0) {
        return address;
      }
    }
    return inside(bytes, 12);
  }

  private static InetAddress inside(byte[] bytes, int at) {
    try {
      return InetAddress.getByAddress(
          new byte[] {bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]});
    } catch (UnknownHostException e) {
      throw new IllegalStateException(e);
    }
  }
}
