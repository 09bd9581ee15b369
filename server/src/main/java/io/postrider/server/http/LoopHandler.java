package io.postrider.server.http;

import io.vertx.core.http.HttpServerRequest;

/** Answers requests on one event loop. */
public interface LoopHandler {

  /**
   * Handles a request; notes in the activity when it is received and when it is answered. The
   * caller answers if this throws. Callbacks that run later pass what they catch to {@link
   * ConnectionActivity#fail}.
   */
  void handle(HttpServerRequest request, ConnectionActivity activity);
}
