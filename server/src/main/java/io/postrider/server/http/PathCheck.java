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
import org.jspecify.annotations.Nullable;

/**
 * Passes on only paths in their usual spelling.
 *
 * <p>The router normalizes paths, so {@code //metrics}, {@code /%61pi} and {@code /x/../api} would
 * reach what a proxy in front has closed by its usual name: these get 404. Invalid percent escapes
 * get 400: malformed ones such as {@code %zz}, also in the query, for which the router would fail,
 * and bytes that are not UTF-8 such as {@code %FF}, which the router would all decode to the same
 * character.
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
    if (path == null) {
      next.handle(request);
    } else if (!isEscapedWell(path) || !isEscapedWell(request.query())) {
      refuse(request, "a % must be followed by two hexadecimal digits");
    } else if (!isUtf8(path)) {
      refuse(request, "its % escapes are not UTF-8");
    } else if (!isUsual(path)) {
      notFound(vertx, request);
    } else {
      next.handle(request);
    }
  }

  /** Answers a path that does not exist. */
  public static void notFound(Vertx vertx, HttpServerRequest request) {
    send(vertx, request, ApiException.of(ProblemCode.NOT_FOUND, "Nothing exists at this path."));
  }

  private void refuse(HttpServerRequest request, String why) {
    send(
        vertx,
        request,
        ApiException.of(ProblemCode.BAD_REQUEST, "The URL is malformed: " + why + "."));
  }

  private static void send(Vertx vertx, HttpServerRequest request, ApiException failure) {
    ResponseWriter.send(vertx, request, Problems.answer(failure));
  }

  private static boolean isEscapedWell(@Nullable String text) {
    String path = text == null ? "" : text;
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
    if (path.indexOf('%') < 0) {
      return true;
    }
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

  /**
   * Whether a path with well-formed escapes has no empty segment, no segment {@code .} or {@code
   * ..}, no character that servers treat differently, and no escape of a character that needs none
   * except in a {@link DotSegment}.
   */
  private static boolean isUsual(String path) {
    int segment = 0;
    for (int i = 0; i < path.length(); i++) {
      switch (path.charAt(i)) {
        case '/' -> {
          if (i > 0 && !isSegment(path, segment, i)) {
            return false;
          }
          segment = i + 1;
          i += DotSegment.lengthAt(path, segment);
        }
        case ';', '\\', '#' -> {
          return false;
        }
        case '%' -> {
          if (needsNoEscape((char) HexFormat.fromHexDigits(path, i + 1, i + 3))) {
            return false;
          }
        }
        default -> {}
      }
    }
    return segment == path.length() || isSegment(path, segment, path.length());
  }

  /** Whether the text between two slashes is neither empty nor a dot segment. */
  private static boolean isSegment(String path, int from, int to) {
    int length = to - from;
    return length > 2
        || (length == 2 && !path.startsWith("..", from))
        || (length == 1 && path.charAt(from) != '.');
  }

  /** The unreserved characters that appear in our paths. Some clients escape {@code ~} in IDs. */
  private static boolean needsNoEscape(char character) {
    return (character >= 'a' && character <= 'z')
        || (character >= 'A' && character <= 'Z')
        || (character >= '0' && character <= '9')
        || character == '-'
        || character == '.'
        || character == '_';
  }
}
