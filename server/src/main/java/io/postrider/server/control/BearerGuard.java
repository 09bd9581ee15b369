package io.postrider.server.control;

import io.postrider.server.http.ApiException;
import io.postrider.server.http.ErrorCode;
import io.postrider.server.http.Resources;
import io.vertx.core.Handler;
import io.vertx.ext.web.RoutingContext;
import java.util.List;

/** Lets through requests that carry the admin token in their Authorization header, no others. */
final class BearerGuard implements Handler<RoutingContext> {

  private static final String SCHEME = "Bearer ";

  private final AdminToken token;
  private final Resources resources;

  BearerGuard(AdminToken token, Resources resources) {
    this.token = token;
    this.resources = resources;
  }

  @Override
  public void handle(RoutingContext context) {
    List<String> headers = context.request().headers().getAll("Authorization");
    if (headers.size() == 1 && admits(headers.getFirst())) {
      context.next();
      return;
    }
    resources.fail(
        context,
        ApiException.with(
            ErrorCode.UNAUTHORIZED,
            "Send the admin token: Authorization: Bearer <token>.",
            "WWW-Authenticate",
            "Bearer realm=\"postrider\""));
  }

  private boolean admits(String header) {
    return header.regionMatches(true, 0, SCHEME, 0, SCHEME.length())
        && token.matches(header.substring(SCHEME.length()).strip());
  }
}
