package io.postrider.server.access;

import io.postrider.server.http.ForwardedHeaders;
import io.postrider.server.http.RequestHead;
import io.postrider.server.http.admin.ApiException;
import io.postrider.server.http.admin.ProblemCode;
import io.vertx.core.http.HttpMethod;
import java.util.Locale;
import java.util.Set;

/**
 * Protects sessions against cross-site request forgery. May be called from any thread.
 *
 * <p>A changing request needs a header that a browser sends across sites only after a preflight,
 * which is refused. If the browser sends an Origin, it must be ours.
 */
public final class CsrfGuard {

  static final String HEADER = "X-Postrider";

  private static final Set<HttpMethod> SAFE =
      Set.of(HttpMethod.GET, HttpMethod.HEAD, HttpMethod.OPTIONS);

  private final ForwardedHeaders forwarding;

  public CsrfGuard(ForwardedHeaders forwarding) {
    this.forwarding = forwarding;
  }

  /** Throws if a request with a session may come from another site. */
  public void check(RequestHead head) {
    if (SAFE.contains(head.method())) {
      return;
    }
    if (!"1".equals(head.header(HEADER))) {
      throw ApiException.of(
          ProblemCode.FORBIDDEN, "Changes in a session require the header X-Postrider: 1.");
    }
    checkOrigin(head);
  }

  /** Throws if the Origin header names another site. */
  public void checkOrigin(RequestHead head) {
    for (String origin : head.headers("Origin")) {
      if (!isOurs(origin.toLowerCase(Locale.ROOT), head)) {
        throw ApiException.of(ProblemCode.FORBIDDEN, "This request comes from another site.");
      }
    }
  }

  private boolean isOurs(String origin, RequestHead head) {
    String host = forwarding.host(head);
    if (host == null) {
      return false;
    }
    return origin.equals("http://" + without(":80", host))
        || origin.equals("https://" + without(":443", host));
  }

  /** Browsers omit the default port in an origin. */
  private static String without(String port, String host) {
    return host.endsWith(port) ? host.substring(0, host.length() - port.length()) : host;
  }
}
