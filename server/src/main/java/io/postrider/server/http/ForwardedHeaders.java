package io.postrider.server.http;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The original client, scheme and host of a request that came through proxies.
 *
 * <p>May be called from any thread. Headers of a peer that is not a trusted proxy are ignored.
 */
public final class ForwardedHeaders {

  private final ClientAddress addresses;

  public ForwardedHeaders(ClientAddress addresses) {
    this.addresses = addresses;
  }

  /** The client's address. */
  public String client(RequestHead head) {
    return addresses.of(head.peer(), head.headers("X-Forwarded-For"));
  }

  /** Whether the client used HTTPS. */
  public boolean isHttps(RequestHead head) {
    String forwarded = lower(first(head, "X-Forwarded-Proto"));
    return forwarded == null ? head.tls() : forwarded.equals("https");
  }

  /** The requested host with its port, if given; null without a host. */
  public @Nullable String host(RequestHead head) {
    String forwarded = first(head, "X-Forwarded-Host");
    return lower(forwarded == null ? head.header("Host") : forwarded);
  }

  /** The value of the outermost proxy, which the browser talks to; later proxies append theirs. */
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
