package io.postrider.server.http;

import io.vertx.core.Handler;
import io.vertx.core.http.HttpServerRequest;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/** Sends the tracking API's requests one way and all others the other. */
public final class RequestDispatcher implements LoopHandler {

  private final @Nullable LoopHandler tracking;
  private final Handler<HttpServerRequest> others;
  private final InstantSource time;

  public RequestDispatcher(
      @Nullable LoopHandler tracking, Handler<HttpServerRequest> others, InstantSource time) {
    this.tracking = tracking;
    this.others = others;
    this.time = time;
  }

  @Override
  public void handle(HttpServerRequest request, ConnectionActivity visit) {
    if (tracking != null && request.path() != null && request.path().startsWith("/v1/")) {
      tracking.handle(request, visit);
      return;
    }
    request.end().onComplete(end -> visit.received());
    request.response().endHandler(end -> visit.answered(time.millis()));
    others.handle(request);
  }
}
