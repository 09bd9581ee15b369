package io.postrider.server.delivery.client;

import io.postrider.route.Webhook;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Locale;

/**
 * A webhook with its parsed URL and prepared headers.
 *
 * <p>Immutable; shared by concurrent requests.
 */
public final class WebhookTarget {

  private static final CharSequence USER_AGENT = HttpHeaders.createOptimized("User-Agent");
  private static final CharSequence PRODUCT = HttpHeaders.createOptimized("Postrider/1.0");
  private static final CharSequence CONTENT_TYPE = HttpHeaders.createOptimized("Content-Type");
  private static final CharSequence JSON = HttpHeaders.createOptimized("application/json");
  private static final String ILLEGAL_IN_PATH = " \"<>\\^`{|}";

  private final Origin origin;
  private final RequestOptions options;

  private WebhookTarget(Origin origin, RequestOptions options) {
    this.origin = origin;
    this.options = options;
  }

  /**
   * Prepares a webhook.
   *
   * @throws IllegalArgumentException if the URL is not usable; the message says why
   */
  public static WebhookTarget of(Webhook webhook) {
    String url = webhook.url().strip();
    String lower = url.toLowerCase(Locale.ROOT);
    boolean tls = lower.startsWith("https://");
    if (!tls && !lower.startsWith("http://")) {
      throw new IllegalArgumentException("The URL begins with neither http:// nor https://.");
    }
    int from = tls ? 8 : 7;
    int fragment = url.indexOf('#');
    String whole = fragment < 0 ? url : url.substring(0, fragment);
    int path = from;
    while (path < whole.length() && "/?\\".indexOf(whole.charAt(path)) < 0) {
      path++;
    }
    String authority = whole.substring(from, path);
    int at = authority.lastIndexOf('@');
    MultiMap headers = HttpHeaders.headers().add(USER_AGENT, PRODUCT).add(CONTENT_TYPE, JSON);
    webhook.headers().forEach(header -> headers.add(header.name(), header.value()));
    if (at >= 0 && !headers.contains(HttpHeaders.AUTHORIZATION)) {
      headers.add("Authorization", basic(authority.substring(0, at)));
    }
    RequestOptions options =
        new RequestOptions()
            .setMethod(HttpMethod.POST)
            .setURI(pathAndQuery(whole.substring(path)))
            .setHeaders(headers)
            .setFollowRedirects(false);
    return new WebhookTarget(Origin.parse(tls, authority.substring(at + 1)), options);
  }

  /** The host of the URL: a name or an address. */
  public String host() {
    return origin.host();
  }

  public int port() {
    return origin.port();
  }

  Origin origin() {
    return origin;
  }

  /** The common options of all requests; must not be changed. */
  RequestOptions options() {
    return options;
  }

  /** User and password of a URL become basic authentication. */
  private static String basic(String credentials) {
    int colon = credentials.indexOf(':');
    String user = colon < 0 ? credentials : credentials.substring(0, colon);
    String password = colon < 0 ? "" : credentials.substring(colon + 1);
    byte[] joined = (decoded(user) + ":" + decoded(password)).getBytes(StandardCharsets.UTF_8);
    return "Basic " + Base64.getEncoder().encodeToString(joined);
  }

  private static String decoded(String text) {
    return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
  }

  /** Escapes characters that are not allowed in a request line; keeps existing escapes. */
  private static String pathAndQuery(String raw) {
    StringBuilder text = new StringBuilder(raw.startsWith("/") ? "" : "/");
    for (byte b : raw.getBytes(StandardCharsets.UTF_8)) {
      if (b <= 0x20 || b == 0x7F || ILLEGAL_IN_PATH.indexOf(b) >= 0) {
        text.append('%').append(String.format(Locale.ROOT, "%02X", b));
      } else {
        text.append((char) b);
      }
    }
    return text.toString();
  }
}
