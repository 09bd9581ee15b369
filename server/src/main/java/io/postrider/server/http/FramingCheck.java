package io.postrider.server.http;

import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Refuses requests that a proxy could frame differently (request smuggling).
 *
 * <p>The decoder refuses most of them: two lengths, a length beside chunks, bare line feeds. This
 * class refuses the rest, and targets without a path.
 */
final class FramingCheck {

  private FramingCheck() {}

  /** Whether a request is unambiguous; any other gets 400 and its connection is closed. */
  static boolean isUnambiguous(HttpServerRequest request) {
    MultiMap headers = request.headers();
    return hasPath(request.path())
        && hasKnownTransferEncoding(headers)
        && hasOneHost(headers, request.version())
        && !headers.contains("");
  }

  private static boolean hasPath(@Nullable String path) {
    return path != null && path.startsWith("/");
  }

  /** {@code chunked} is the only supported transfer coding. */
  private static boolean hasKnownTransferEncoding(MultiMap headers) {
    if (!headers.contains(HttpHeaders.TRANSFER_ENCODING)) {
      return true;
    }
    List<String> codings = headers.getAll(HttpHeaders.TRANSFER_ENCODING);
    return codings.size() == 1 && codings.getFirst().strip().equalsIgnoreCase("chunked");
  }

  private static boolean hasOneHost(MultiMap headers, HttpVersion version) {
    int hosts = headers.getAll(HttpHeaders.HOST).size();
    return hosts == 1 || (hosts == 0 && version == HttpVersion.HTTP_1_0);
  }
}
