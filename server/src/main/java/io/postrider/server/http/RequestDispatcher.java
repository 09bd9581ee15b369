package io.postrider.server.http;

import io.vertx.core.Handler;
import io.vertx.core.http.HttpServerRequest;
import org.jspecify.annotations.Nullable;

/** Dispatches requests to the tracking API, or else to the router. */
public final class RequestDispatcher implements LoopHandler {

  private final @Nullable LoopHandler tracking;
  private final Handler<HttpServerRequest> others;

  public RequestDispatcher(@Nullable LoopHandler tracking, Handler<HttpServerRequest> others) {
    this.tracking = tracking;
    this.others = others;
  }

  @Override
  public void handle(HttpServerRequest request, ConnectionActivity activity) {
    if (tracking != null && request.path() != null && request.path().startsWith("/v1/")) {
      tracking.handle(request, activity);
      return;
    }
    request.end().onComplete(end -> activity.received());
    request.response().endHandler(end -> activity.answered());
    others.handle(request);
  }
}
