package io.postrider.server.http;

import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerRequest;

/**
 * Refuses requests whose path has a broken percent escape, such as {@code %zz}: the router behind
 * it could not match them, and would take that for a fault of its own.
 */
public final class AddressCheck implements Handler<HttpServerRequest> {

  private final Vertx vertx;
  private final Handler<HttpServerRequest> next;

  /** Hands on what can be read. */
  public AddressCheck(Vertx vertx, Handler<HttpServerRequest> next) {
    this.vertx = vertx;
    this.next = next;
  }

  @Override
  public void handle(HttpServerRequest request) {
    String path = request.path();
    if (path == null || isEscapedWell(path)) {
      next.handle(request);
      return;
    }
    AnswerWriter.send(
        vertx,
        request,
        Problems.answer(
            ApiException.of(
                ErrorCode.BAD_REQUEST,
                "The address is malformed: a % must be followed by two hexadecimal digits.")));
  }

  static boolean isEscapedWell(String path) {
    for (int i = path.indexOf('%'); i >= 0; i = path.indexOf('%', i + 1)) {
      if (i + 2 >= path.length()
          || Character.digit(path.charAt(i + 1), 16) < 0
          || Character.digit(path.charAt(i + 2), 16) < 0) {
        return false;
      }
    }
    return true;
  }
}
