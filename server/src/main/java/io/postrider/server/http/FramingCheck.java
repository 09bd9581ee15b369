package io.postrider.server.http;

import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Refuses requests that a proxy could frame differently (request smuggling), and expectations that
 * cannot be met.
 *
 * <p>The decoder refuses most of them: two lengths, a length beside chunks, bare line feeds, folded
 * headers. This class refuses the rest, and targets without a path.
 */
final class FramingCheck {

  /** No path reads a longer body, so no client is told to send one. */
  static final long MAX_EXPECTED_BYTES = 8L * 1024 * 1024;

  private static final String CONTINUE = "100-continue";

  private FramingCheck() {}

  /** Why a request is refused; null if it is valid. */
  static @Nullable InvalidRequest check(HttpServerRequest request) {
    MultiMap headers = request.headers();
    if (!hasPath(request.path())) {
      return InvalidRequest.NO_PATH;
    }
    if (headers.contains(HttpHeaders.TRANSFER_ENCODING) && !isChunked(headers)) {
      return InvalidRequest.TRANSFER_ENCODING;
    }
    if (!hasOneHost(headers, request.version())) {
      return InvalidRequest.HOST;
    }
    if (headers.contains("")) {
      return InvalidRequest.MALFORMED;
    }
    return headers.contains(HttpHeaders.EXPECT) && !isMet(headers)
        ? InvalidRequest.EXPECTATION
        : null;
  }

  private static boolean hasPath(@Nullable String path) {
    return path != null && path.startsWith("/");
  }

  /** {@code chunked} is the only supported transfer coding. */
  private static boolean isChunked(MultiMap headers) {
    List<String> codings = headers.getAll(HttpHeaders.TRANSFER_ENCODING);
    return codings.size() == 1 && codings.getFirst().strip().equalsIgnoreCase("chunked");
  }

  private static boolean hasOneHost(MultiMap headers, HttpVersion version) {
    int hosts = headers.getAll(HttpHeaders.HOST).size();
    return hosts == 1 || (hosts == 0 && version == HttpVersion.HTTP_1_0);
  }

  private static boolean isMet(MultiMap headers) {
    List<String> expectations = headers.getAll(HttpHeaders.EXPECT);
    return expectations.size() == 1
        && expectations.getFirst().equalsIgnoreCase(CONTINUE)
        && lengthBytes(headers) <= MAX_EXPECTED_BYTES;
  }

  /** The announced length, which the decoder has checked; 0 without one. */
  private static long lengthBytes(MultiMap headers) {
    String length = headers.get(HttpHeaders.CONTENT_LENGTH);
    return length == null ? 0 : Long.parseLong(length);
  }
}
