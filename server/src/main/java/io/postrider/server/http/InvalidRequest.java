package io.postrider.server.http;

import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import io.postrider.server.http.admin.ProblemCode;
import org.jspecify.annotations.Nullable;

/** Why a request is refused before it is dispatched. Its connection is closed. */
enum InvalidRequest {
  MALFORMED(ProblemCode.BAD_REQUEST, "The request is not valid HTTP."),
  FOLDED_HEADER(
      ProblemCode.BAD_REQUEST, "The request has a header that continues on a second line."),
  CONTROL_BYTE(
      ProblemCode.BAD_REQUEST, "The request line contains a control byte; percent-encode it."),
  NO_PATH(ProblemCode.BAD_REQUEST, "The request target has no path."),
  HOST(ProblemCode.BAD_REQUEST, "The request needs exactly one Host header."),
  TRANSFER_ENCODING(ProblemCode.BAD_REQUEST, "The only supported Transfer-Encoding is chunked."),
  LONG_LINE(ProblemCode.URI_TOO_LONG, "The request line is too long."),
  EXPECTATION(
      ProblemCode.EXPECTATION_FAILED,
      "The only supported Expect is 100-continue, with a body of at most 8 MiB."),
  LARGE_HEADERS(ProblemCode.HEADERS_TOO_LARGE, "The request's headers are too large."),
  MANY_HEADERS(ProblemCode.HEADERS_TOO_LARGE, "The request has too many headers."),
  VERSION(ProblemCode.VERSION_NOT_SUPPORTED, "Use HTTP/1.1.");

  private final ProblemCode problem;
  private final String message;

  InvalidRequest(ProblemCode problem, String message) {
    this.problem = problem;
    this.message = message;
  }

  ProblemCode problem() {
    return problem;
  }

  String message() {
    return message;
  }

  /** The reason for the exception of a decoder. */
  static InvalidRequest of(@Nullable Throwable cause) {
    return switch (cause) {
      case InvalidRequestException known -> known.reason();
      case TooLongHttpLineException _ -> LONG_LINE;
      case TooLongHttpHeaderException _ -> LARGE_HEADERS;
      case null, default -> MALFORMED;
    };
  }
}
