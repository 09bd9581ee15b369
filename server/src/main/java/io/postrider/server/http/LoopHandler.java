package io.postrider.server.http;

import io.vertx.core.http.HttpServerRequest;

/** What answers requests on one event loop. */
public interface LoopHandler {

  /** Takes a request over; says so to the visit when it has come whole and when it is answered. */
  void handle(HttpServerRequest request, ConnectionActivity visit);
}
