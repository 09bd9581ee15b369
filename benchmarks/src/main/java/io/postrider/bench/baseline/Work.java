package io.postrider.bench.baseline;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import java.io.IOException;
import java.io.UncheckedIOException;

/** The work of a baseline for one request. */
final class Work {
  private static final CharSequence JSON = HttpHeaders.createOptimized("application/json");
  private static final Buffer SUCCESS = Buffer.buffer("{\"success\":true}");
  private static final CharSequence SUCCESS_LENGTH =
      HttpHeaders.createOptimized(String.valueOf(SUCCESS.length()));
  private static final JsonFactory FACTORY = new JsonFactory();

  private Work() {}

  /** Reads and drops the body. */
  static void nothing(HttpServerRequest request) {
    request.endHandler(end -> succeed(request));
  }

  /** Reads the body, parses it once, and drops it. */
  static void jackson(HttpServerRequest request) {
    request
        .body()
        .onSuccess(
            body -> {
              messageIds(body);
              succeed(request);
            })
        .onFailure(failure -> request.response().setStatusCode(400).end());
  }

  /** Parses a body once; returns the number of message IDs. */
  static int messageIds(Buffer body) {
    int ids = 0;
    try (JsonParser parser = FACTORY.createParser(body.getBytes())) {
      for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
        if (token == JsonToken.FIELD_NAME && parser.currentName().equals("messageId")) {
          ids++;
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return ids;
  }

  static void succeed(HttpServerRequest request) {
    request
        .response()
        .putHeader(HttpHeaders.CONTENT_TYPE, JSON)
        .putHeader(HttpHeaders.CONTENT_LENGTH, SUCCESS_LENGTH)
        .end(SUCCESS);
  }
}
