package io.postrider.server.http;

import io.netty.util.NetUtil;
import io.postrider.server.config.IpNetwork;
import java.net.InetAddress;
import java.util.List;

/**
 * Determines the client address of a request: the connection's, or the one that trusted proxies
 * report in {@code X-Forwarded-For}.
 */
public final class ClientAddress {

  private final List<IpNetwork> trustedProxies;

  public ClientAddress(List<IpNetwork> trustedProxies) {
    this.trustedProxies = trustedProxies;
  }

  /**
   * The client's address. The header is read from its end: each address there was written by the
   * hop behind it, so the first one that is not a trusted proxy is the client's.
   */
  public String of(String peer, List<String> forwardedForLines) {
    if (forwardedForLines.isEmpty() || !trusted(peer)) {
      return peer;
    }
    // a proxy may append a line of its own
    String forwardedFor = String.join(",", forwardedForLines);
    String client = peer;
    int end = forwardedFor.length();
    while (end > 0) {
      int comma = forwardedFor.lastIndexOf(',', end - 1);
      String hop = address(forwardedFor.substring(comma + 1, end).strip());
      if (hop.isEmpty()) {
        return client;
      }
      client = hop;
      if (!trusted(hop)) {
        return client;
      }
      end = comma;
    }
    return client;
  }

  /** Whether an address is that of a trusted proxy. */
  public boolean trusted(String address) {
    if (trustedProxies.isEmpty() || address.isEmpty()) {
      return false;
    }
    InetAddress parsed = InetAddress.ofLiteral(address);
    return trustedProxies.stream().anyMatch(network -> network.contains(parsed));
  }

  /** A literal address in canonical form without port and brackets; empty if it is none. */
  private static String address(String hop) {
    String literal = hop;
    if (hop.startsWith("[")) {
      int bracket = hop.indexOf(']');
      literal = bracket < 0 ? "" : hop.substring(1, bracket);
    } else if (hop.indexOf(':') >= 0 && hop.indexOf(':') == hop.lastIndexOf(':')) {
      literal = hop.substring(0, hop.indexOf(':'));
    }
    try {
      return NetUtil.toAddressString(InetAddress.ofLiteral(literal));
    } catch (IllegalArgumentException e) {
      return "";
    }
  }
}
