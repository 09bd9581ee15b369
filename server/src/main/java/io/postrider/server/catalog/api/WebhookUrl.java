package io.postrider.server.catalog.api;

import com.fasterxml.jackson.databind.JsonNode;
import io.postrider.server.http.admin.FieldMessages;
import io.postrider.server.http.admin.Fields;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Validates webhook URLs. Pure; whether an address is allowed is decided when connecting. */
public final class WebhookUrl {

  public static final int MAX_LENGTH = 2_048;

  private static final int MAX_PORT = 65_535;
  private static final int MAX_HOST_LENGTH = 253;

  /** A host name with an optional port. */
  private static final Pattern NAMED = Pattern.compile("([A-Za-z0-9._-]+)(?::([0-9]{0,9}))?");

  /** Host names have no underscores, but container names do. */
  private static final Pattern LABEL =
      Pattern.compile("[A-Za-z0-9_](?:[A-Za-z0-9_-]{0,61}[A-Za-z0-9_])?");

  /** The last label of an IPv4 address, or of what some programs read as one: 2130706433. */
  private static final Pattern NUMBER = Pattern.compile("[0-9]+|0[xX][0-9a-fA-F]*");

  private static final Pattern HTTP = Pattern.compile("(?i)https?://.*");

  /** A host with an optional port, path and query: what a user writes who leaves out the scheme. */
  private static final Pattern WITHOUT_SCHEME =
      Pattern.compile("(?://)?(?:[^/?#:@\\[\\]]+|\\[[^]]*])(?::[0-9]+)?(?:[/?#].*)?");

  /** Host and port; the port is -1 if the URL has none. */
  private record HostPort(String host, int port) {}

  private WebhookUrl() {}

  /** The URL in the field {@code url}; null if it is absent or invalid. */
  static @Nullable String read(Fields fields) {
    JsonNode node = fields.node("url");
    if (node == null) {
      return null;
    }
    String problem = node.isTextual() ? problem(node.textValue()) : FieldMessages.NOT_A_STRING;
    if (problem != null) {
      fields.wrong("url", problem);
      return null;
    }
    return node.textValue();
  }

  /** What is wrong with a URL; null if nothing is. */
  public static @Nullable String problem(String url) {
    if (url.isEmpty() || url.length() > MAX_LENGTH) {
      return "must have 1 to %,d characters".formatted(MAX_LENGTH);
    }
    if (!url.chars().allMatch(c -> c > ' ' && c < 0x7f)) {
      return "must consist of ASCII characters without spaces; percent-encode others, and write"
          + " international host names in Punycode";
    }
    if (!HTTP.matcher(url).matches()) {
      return WITHOUT_SCHEME.matcher(url).matches()
          ? "has no scheme; add https:// in front of it, such as https://example.com/hook"
          : "must start with http:// or https://";
    }
    URI uri;
    try {
      uri = new URI(url);
    } catch (URISyntaxException malformed) {
      return malformed.getIndex() < 0
          ? "is not a URL"
          : "is not a URL; see character " + (malformed.getIndex() + 1);
    }
    return problem(uri);
  }

  private static @Nullable String problem(URI uri) {
    String authority = uri.getRawAuthority();
    if (authority != null && authority.contains("@")) {
      return "must not contain a user name or password; send them in an Authorization header";
    }
    if (uri.getRawFragment() != null) {
      return "must not have a fragment (#)";
    }
    HostPort address = hostPort(uri);
    if (address == null) {
      return "must have a host: an IP address, or a name of letters, digits, hyphens, underscores"
          + " and dots with at most 63 characters between dots; then an optional port";
    }
    if (address.port() == 0 || address.port() > MAX_PORT) {
      return "must have a port from 1 to %d".formatted(MAX_PORT);
    }
    return null;
  }

  /** Host and port; null if the host is invalid. {@link URI} knows no underscores. */
  private static @Nullable HostPort hostPort(URI uri) {
    String authority = uri.getRawAuthority();
    if (authority == null) {
      return null;
    }
    Matcher named = NAMED.matcher(authority);
    if (!named.matches()) {
      String host = uri.getHost();
      boolean literal = host != null && host.startsWith("[") && !host.contains("%");
      return literal ? new HostPort(host, uri.getPort()) : null;
    }
    String host = named.group(1);
    String name = host.endsWith(".") ? host.substring(0, host.length() - 1) : host;
    boolean valid = name.length() <= MAX_HOST_LENGTH;
    for (String label : name.split("\\.", -1)) {
      valid &= LABEL.matcher(label).matches();
    }
    if (NUMBER.matcher(name.substring(name.lastIndexOf('.') + 1)).matches()) {
      valid &= name.indexOf('.') >= 0 && host.equals(uri.getHost());
    }
    String port = named.group(2);
    return valid
        ? new HostPort(host, port == null || port.isEmpty() ? -1 : Integer.parseInt(port))
        : null;
  }

  /** The normalized form of a valid URL, for finding duplicates. */
  static String normalized(String url) {
    URI uri = URI.create(url);
    String scheme = uri.getScheme().toLowerCase(Locale.ROOT);
    int usualPort = scheme.equals("http") ? 80 : 443;
    HostPort address = Objects.requireNonNull(hostPort(uri));
    return "%s://%s:%d%s%s"
        .formatted(
            scheme,
            address.host().toLowerCase(Locale.ROOT),
            address.port() < 0 ? usualPort : address.port(),
            uri.getRawPath().isEmpty() ? "/" : uri.getRawPath(),
            uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery());
  }
}
