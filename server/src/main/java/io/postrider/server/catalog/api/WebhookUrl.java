package io.postrider.server.catalog.api;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What a webhook's URL may be. Pure; whether its address may be dialled is decided at dialling. */
public final class WebhookUrl {

  public static final int LONGEST = 2_048;

  private static final int HIGHEST_PORT = 65_535;
  private static final int LONGEST_HOST = 253;

  /** A host's name and perhaps a port. */
  private static final Pattern NAMED = Pattern.compile("([A-Za-z0-9._-]+)(?::([0-9]{0,9}))?");

  /** Underscores are no part of host names, and yet of many names of containers. */
  private static final Pattern LABEL =
      Pattern.compile("[A-Za-z0-9_](?:[A-Za-z0-9_-]{0,61}[A-Za-z0-9_])?");

  /** The last part of an IPv4 address, and of what some programs read as one: 2130706433. */
  private static final Pattern NUMBER = Pattern.compile("[0-9]+|0[xX][0-9a-fA-F]*");

  /** Where a URL leads to; the port is -1 if it names none. */
  private record Place(String host, int port) {}

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
    Place place = place(uri);
    if (place == null) {
      return "must have a host: a name of letters, digits, hyphens, underscores and dots, at most"
          + " 63 characters between dots, or an IP address, and at most a port behind it";
    }
    if (place.port() == 0 || place.port() > HIGHEST_PORT) {
      return "must have a port from 1 to %d".formatted(HIGHEST_PORT);
    }
    return null;
  }

  /** Host and port, or null if there is no sound host: {@link URI} knows no underscores. */
  private static @Nullable Place place(URI uri) {
    String authority = uri.getRawAuthority();
    if (authority == null) {
      return null;
    }
    Matcher named = NAMED.matcher(authority);
    if (!named.matches()) {
      String host = uri.getHost();
      boolean literal = host != null && host.startsWith("[") && !host.contains("%");
      return literal ? new Place(host, uri.getPort()) : null;
    }
    String host = named.group(1);
    String name = host.endsWith(".") ? host.substring(0, host.length() - 1) : host;
    boolean sound = name.length() <= LONGEST_HOST;
    for (String label : name.split("\\.", -1)) {
      sound &= LABEL.matcher(label).matches();
    }
    if (NUMBER.matcher(name.substring(name.lastIndexOf('.') + 1)).matches()) {
      sound &= name.indexOf('.') >= 0 && host.equals(uri.getHost());
    }
    String port = named.group(2);
    return sound
        ? new Place(host, port == null || port.isEmpty() ? -1 : Integer.parseInt(port))
        : null;
  }

  /** What two spellings of the same URL share; only for a URL without a problem. */
  static String same(String url) {
    URI uri = URI.create(url);
    String scheme = uri.getScheme().toLowerCase(Locale.ROOT);
    int usualPort = scheme.equals("http") ? 80 : 443;
    Place place = Objects.requireNonNull(place(uri));
    return "%s://%s:%d%s%s"
        .formatted(
            scheme,
            place.host().toLowerCase(Locale.ROOT),
            place.port() < 0 ? usualPort : place.port(),
            uri.getRawPath().isEmpty() ? "/" : uri.getRawPath(),
            uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery());
  }
}
