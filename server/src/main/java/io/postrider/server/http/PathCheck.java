package io.postrider.server.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.postrider.server.http.admin.ApiException;
import io.postrider.server.http.admin.ProblemCode;
import io.postrider.server.http.admin.Problems;
import io.postrider.server.http.admin.ResponseWriter;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerRequest;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.HexFormat;

/**
 * Refuses paths with invalid percent escapes: malformed ones such as {@code %zz}, for which the
 * router would answer 500, and bytes that are not UTF-8 such as {@code %FF}, which the router would
 * all decode to the same character.
 */
public final class PathCheck implements Handler<HttpServerRequest> {

  private final Vertx vertx;
  private final Handler<HttpServerRequest> next;

  public PathCheck(Vertx vertx, Handler<HttpServerRequest> next) {
    this.vertx = vertx;
    this.next = next;
  }

  @Override
  public void handle(HttpServerRequest request) {
    String path = request.path();
    if (path == null || path.indexOf('%') < 0) {
      next.handle(request);
    } else if (!isEscapedWell(path)) {
      refuse(request, "a % must be followed by two hexadecimal digits");
    } else if (!isUtf8(path)) {
      refuse(request, "its % escapes are not UTF-8");
    } else {
      next.handle(request);
    }
  }

  private void refuse(HttpServerRequest request, String why) {
    ResponseWriter.send(
        vertx,
        request,
        Problems.answer(
            ApiException.of(ProblemCode.BAD_REQUEST, "The URL is malformed: " + why + ".")));
  }

  private static boolean isEscapedWell(String path) {
    for (int i = path.indexOf('%'); i >= 0; i = path.indexOf('%', i + 1)) {
      if (i + 2 >= path.length()
          || !HexFormat.isHexDigit(path.charAt(i + 1))
          || !HexFormat.isHexDigit(path.charAt(i + 2))) {
        return false;
      }
    }
    return true;
  }

  /** Whether the well-formed escapes of a path are UTF-8. */
  private static boolean isUtf8(String path) {
    ByteBuffer bytes = ByteBuffer.allocate(path.length());
    for (int i = 0; i < path.length(); i++) {
      if (path.charAt(i) == '%') {
        bytes.put((byte) HexFormat.fromHexDigits(path, i + 1, i + 3));
        i += 2;
      } else {
        bytes.put((byte) 'x'); // ends a multi-byte character
      }
    }
    try {
      CharBuffer _ = UTF_8.newDecoder().decode(bytes.flip());
      return true;
    } catch (CharacterCodingException malformed) {
      return false;
    }
  }
}
