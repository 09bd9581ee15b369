package io.postrider.server.http;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What a request was before proxies passed it on: from whom, by which scheme, to which host.
 *
 * <p>May be called from any thread. The word of a proxy counts only if it is trusted; everybody
 * else is taken at the connection's own face value.
 */
public final class ForwardedHeaders {

  private final ClientAddress addresses;

  /** Believes the proxies that client addresses are believed from. */
  public ForwardedHeaders(ClientAddress addresses) {
    this.addresses = addresses;
  }

  /** The address of whoever sent the request first. */
  public String client(RequestHead head) {
    return addresses.of(head.peer(), head.headers("X-Forwarded-For"));
  }

  /** Whether it was sent by https. */
  public boolean isHttps(RequestHead head) {
    return "https".equals(lower(first(head, "X-Forwarded-Proto")));
  }

  /** The host, and port where one was named, that it was sent to; null if it named none. */
  public @Nullable String host(RequestHead head) {
    String forwarded = first(head, "X-Forwarded-Host");
    return lower(forwarded == null ? head.header("Host") : forwarded);
  }

  /** What the outermost proxy says, which the browser spoke to: later ones write behind it. */
  private @Nullable String first(RequestHead head, String header) {
    String line = head.header(header);
    if (line == null || !addresses.trusted(head.peer())) {
      return null;
    }
    int comma = line.indexOf(',');
    return (comma < 0 ? line : line.substring(0, comma)).strip();
  }

  private static @Nullable String lower(@Nullable String text) {
    return text == null ? null : text.toLowerCase(Locale.ROOT);
  }
}
