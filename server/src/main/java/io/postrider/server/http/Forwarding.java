package io.postrider.server.http;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What a request was before proxies passed it on: from whom, by which scheme, to which host.
 *
 * <p>May be called from any thread. The word of a proxy counts only if it is trusted; everybody
 * else is taken at the connection's own face value.
 */
public final class Forwarding {

  private final ClientAddress addresses;

  /** Believes the proxies that client addresses are believed from. */
  public Forwarding(ClientAddress addresses) {
    this.addresses = addresses;
  }

  /** The address of whoever sent the request first. */
  public String client(Head head) {
    return addresses.of(head.peer(), head.headers("X-Forwarded-For"));
  }

  /** Whether it was sent by https. */
  public boolean isHttps(Head head) {
    return "https".equals(lower(last(head, "X-Forwarded-Proto")));
  }

  /** The host, and port where one was named, that it was sent to; null if it named none. */
  public @Nullable String host(Head head) {
    String forwarded = last(head, "X-Forwarded-Host");
    return lower(forwarded == null ? head.header("Host") : forwarded);
  }

  /** What the nearest proxy says: it writes last. */
  private @Nullable String last(Head head, String header) {
    List<String> lines = head.headers(header);
    if (lines.isEmpty() || !addresses.trusted(head.peer())) {
      return null;
    }
    String line = lines.getLast();
    return line.substring(line.lastIndexOf(',') + 1).strip();
  }

  private static @Nullable String lower(@Nullable String text) {
    return text == null ? null : text.toLowerCase(Locale.ROOT);
  }
}
