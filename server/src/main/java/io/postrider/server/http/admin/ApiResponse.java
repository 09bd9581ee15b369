package io.postrider.server.http.admin;

import java.util.Map;

/**
 * A complete HTTP response.
 *
 * @param body its bytes; may be empty
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record ApiResponse(int status, Map<String, String> headers, byte[] body) implements Reply {

  public ApiResponse {
    headers = Map.copyOf(headers);
  }

  /** A JSON response. */
  public static ApiResponse json(int status, Object body) {
    return new ApiResponse(status, Map.of("Content-Type", "application/json"), Json.write(body));
  }

  /** A JSON response with the location of the created resource. */
  public static ApiResponse created(String location, Object body) {
    return new ApiResponse(
        201, Map.of("Content-Type", "application/json", "Location", location), Json.write(body));
  }

  /** A response without a body. */
  public static ApiResponse empty(int status) {
    return new ApiResponse(status, Map.of(), new byte[0]);
  }
}
