package io.postrider.server.http;

import io.vertx.core.http.HttpServerRequest;

/** Answers requests on one event loop. */
public interface LoopHandler {

  /** Handles a request; notes in the activity when it is received and when it is answered. */
  void handle(HttpServerRequest request, ConnectionActivity activity);
}
