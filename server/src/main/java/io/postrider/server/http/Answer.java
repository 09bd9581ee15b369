package io.postrider.server.http;

import java.util.Map;

/**
 * An HTTP answer, ready to be sent.
 *
 * @param body its bytes; none if empty
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record Answer(int status, Map<String, String> headers, byte[] body) implements Reply {

  public Answer {
    headers = Map.copyOf(headers);
  }

  /** A JSON answer. */
  public static Answer json(int status, Object body) {
    return new Answer(status, Map.of("Content-Type", "application/json"), Json.write(body));
  }

  /** A JSON answer that says where what it made can be found. */
  public static Answer created(String location, Object body) {
    return new Answer(
        201, Map.of("Content-Type", "application/json", "Location", location), Json.write(body));
  }

  /** An answer without a body. */
  public static Answer empty(int status) {
    return new Answer(status, Map.of(), new byte[0]);
  }
}
