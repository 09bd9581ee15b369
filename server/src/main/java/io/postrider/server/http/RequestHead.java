package io.postrider.server.http;

import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The head of a request: what is known of it before its body comes. Nobody changes it, so that it
 * may be handed from the event loop to another thread.
 *
 * @param path as it was sent, without the query and not decoded
 * @param peer the address at the other end of the connection
 */
public record RequestHead(HttpMethod method, String path, MultiMap headers, String peer) {

  public static RequestHead of(HttpServerRequest request) {
    String path = request.path();
    String peer = request.remoteAddress() == null ? null : request.remoteAddress().hostAddress();
    return new RequestHead(
        request.method(), path == null ? "" : path, request.headers(), peer == null ? "" : peer);
  }

  /** The first value of a header, or null if it did not come. */
  public @Nullable String header(String name) {
    return headers.get(name);
  }

  /** All values of a header. */
  public List<String> headers(String name) {
    return headers.getAll(name);
  }
}
