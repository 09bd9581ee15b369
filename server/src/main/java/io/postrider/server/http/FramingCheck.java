package io.postrider.server.http;

import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Says whether every hop on the way here must have read a request's borders alike.
 *
 * <p>The decoder refuses most of what a proxy and this program could read differently: two lengths,
 * a length beside chunks, line ends that are none. This is the rest, and targets without a path.
 */
final class FramingCheck {

  private FramingCheck() {}

  /** Whether a request is plain; one that is not is answered 400 and its connection closed. */
  static boolean isPlain(HttpServerRequest request) {
    MultiMap headers = request.headers();
    return isPlainTarget(request.path())
        && isPlainTransfer(headers)
        && isPlainHost(headers, request.version())
        && !headers.contains("");
  }

  private static boolean isPlainTarget(@Nullable String path) {
    return path != null && path.startsWith("/");
  }

  /** Chunks are the only transfer coding that is understood here. */
  private static boolean isPlainTransfer(MultiMap headers) {
    if (!headers.contains(HttpHeaders.TRANSFER_ENCODING)) {
      return true;
    }
    List<String> codings = headers.getAll(HttpHeaders.TRANSFER_ENCODING);
    return codings.size() == 1 && codings.getFirst().strip().equalsIgnoreCase("chunked");
  }

  private static boolean isPlainHost(MultiMap headers, HttpVersion version) {
    int hosts = headers.getAll(HttpHeaders.HOST).size();
    return hosts == 1 || (hosts == 0 && version == HttpVersion.HTTP_1_0);
  }
}
