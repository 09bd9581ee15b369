package io.postrider.server.http;

import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import org.jspecify.annotations.Nullable;

/** Why a request is refused before it is dispatched. Its connection is closed. */
enum InvalidRequest {
  MALFORMED(400, "The request is not valid HTTP."),
  FOLDED_HEADER(400, "The request has a header that continues on a second line."),
  CONTROL_BYTE(400, "The request line contains a control byte; percent-encode it."),
  NO_PATH(400, "The request target has no path."),
  HOST(400, "The request needs exactly one Host header."),
  TRANSFER_ENCODING(400, "The only supported Transfer-Encoding is chunked."),
  LONG_LINE(414, "The request line is too long."),
  EXPECTATION(417, "The only supported Expect is 100-continue, with a body of at most 8 MiB."),
  LARGE_HEADERS(431, "The request's headers are too large."),
  MANY_HEADERS(431, "The request has too many headers."),
  VERSION(505, "Use HTTP/1.1.");

  private final int status;
  private final String message;

  InvalidRequest(int status, String message) {
    this.status = status;
    this.message = message;
  }

  int status() {
    return status;
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
