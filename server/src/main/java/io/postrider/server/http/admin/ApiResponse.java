package io.postrider.server.http.admin;

import java.util.Map;

/**
 * An HTTP answer, ready to be sent.
 *
 * @param body its bytes; none if empty
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record ApiResponse(int status, Map<String, String> headers, byte[] body) implements Reply {

  public ApiResponse {
    headers = Map.copyOf(headers);
  }

  /** A JSON answer. */
  public static ApiResponse json(int status, Object body) {
    return new ApiResponse(status, Map.of("Content-Type", "application/json"), Json.write(body));
  }

  /** A JSON answer that says where what it made can be found. */
  public static ApiResponse created(String location, Object body) {
    return new ApiResponse(
        201, Map.of("Content-Type", "application/json", "Location", location), Json.write(body));
  }

  /** An answer without a body. */
  public static ApiResponse empty(int status) {
    return new ApiResponse(status, Map.of(), new byte[0]);
  }
}
