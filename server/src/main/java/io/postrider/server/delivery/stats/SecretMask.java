package io.postrider.server.delivery.stats;

import io.postrider.route.Webhook;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Locale;

/** Masks secrets in URLs and headers. */
public final class SecretMask {

  private static final List<String> SECRET_WORDS =
      List.of("auth", "token", "key", "secret", "cookie", "password", "credential", "session");

  private SecretMask() {}

  /** A URL without user, query and fragment. */
  public static String url(String url) {
    try {
      URI parsed = new URI(url);
      String authority = parsed.getRawAuthority() == null ? "" : parsed.getRawAuthority();
      String path = parsed.getRawPath() == null ? "" : parsed.getRawPath();
      String place = authority.substring(authority.lastIndexOf('@') + 1);
      return parsed.getScheme() + "://" + place + path;
    } catch (URISyntaxException unreadable) {
      int query = url.indexOf('?');
      return query < 0 ? url : url.substring(0, query);
    }
  }

  /** The value of a static header, or {@code ***} if its name suggests a secret. */
  public static String value(Webhook.Header header) {
    String name = header.name().toLowerCase(Locale.ROOT);
    return SECRET_WORDS.stream().anyMatch(name::contains) ? "***" : header.value();
  }
}
