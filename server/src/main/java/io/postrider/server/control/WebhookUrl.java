package io.postrider.server.control;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What a webhook's URL may be. Pure; whether its address may be dialled is decided at dialling. */
public final class WebhookUrl {

  static final int LONGEST = 2_048;

  private static final int HIGHEST_PORT = 65_535;
  private static final int LONGEST_HOST = 253;

  /** A number that some programs read as an IPv4 address, such as 2130706433. */
  private static final Pattern DISGUISED_ADDRESS = Pattern.compile("\\d+|0[xX][0-9a-fA-F]*");

  private WebhookUrl() {}

  /** What is wrong with a URL, or null. */
  public static @Nullable String problem(String url) {
    if (url.isEmpty() || url.length() > LONGEST) {
      return "must have 1 to %,d characters".formatted(LONGEST);
    }
    if (!url.chars().allMatch(c -> c > ' ' && c < 0x7f)) {
      return "must be of ASCII characters without spaces: percent-encode others, and write a host"
          + " of another alphabet in Punycode";
    }
    URI uri;
    try {
      uri = new URI(url);
    } catch (URISyntaxException malformed) {
      return malformed.getIndex() < 0
          ? "is not a URL"
          : "is not a URL: look at character " + (malformed.getIndex() + 1);
    }
    return problem(uri);
  }

  private static @Nullable String problem(URI uri) {
    String scheme = uri.getScheme();
    if (!"http".equalsIgnoreCase(scheme) && !"https".equalsIgnoreCase(scheme)) {
      return "must start with http:// or https://";
    }
    String authority = uri.getRawAuthority();
    if (authority != null && authority.contains("@")) {
      return "must not hold a user name or password; send them in an Authorization header";
    }
    if (uri.getRawFragment() != null) {
      return "must not have a fragment (#)";
    }
    String host = uri.getHost();
    if (host == null
        || host.length() > LONGEST_HOST
        || host.contains("%")
        || DISGUISED_ADDRESS.matcher(host).matches()) {
      return "must have a host: a name of letters, digits, hyphens and dots, or an IP address, and"
          + " at most a port behind it";
    }
    if (uri.getPort() == 0 || uri.getPort() > HIGHEST_PORT) {
      return "must have a port from 1 to %d".formatted(HIGHEST_PORT);
    }
    return null;
  }

  /** What two spellings of the same URL share; only for a URL without a problem. */
  static String same(String url) {
    URI uri = URI.create(url);
    String scheme = uri.getScheme().toLowerCase(Locale.ROOT);
    int usualPort = scheme.equals("http") ? 80 : 443;
    return "%s://%s:%d%s%s"
        .formatted(
            scheme,
            uri.getHost().toLowerCase(Locale.ROOT),
            uri.getPort() < 0 ? usualPort : uri.getPort(),
            uri.getRawPath().isEmpty() ? "/" : uri.getRawPath(),
            uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery());
  }
}
