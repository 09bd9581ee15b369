package io.postrider.server.http;

import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The head of a request. It is never changed, so it may be passed to another thread.
 *
 * @param path the raw path, without the query
 * @param peer the address of the connection's peer
 * @param tls whether the connection is encrypted
 */
public record RequestHead(
    HttpMethod method, String path, MultiMap headers, String peer, boolean tls) {

  public static RequestHead of(HttpServerRequest request) {
    String path = request.path();
    String peer = request.remoteAddress() == null ? null : request.remoteAddress().hostAddress();
    return new RequestHead(
        request.method(),
        path == null ? "" : path,
        request.headers(),
        peer == null ? "" : peer,
        request.isSSL());
  }

  /** The first value of a header; null if it is missing. */
  public @Nullable String header(String name) {
    return headers.get(name);
  }

  /** All values of a header. */
  public List<String> headers(String name) {
    return headers.getAll(name);
  }
}
