package io.postrider.server.http.admin;

import java.util.Map;

/**
 * A response with status 200 and a streamed body. The body is closed in any case, even if nothing
 * of it is written.
 */
public record StreamedResponse(Map<String, String> headers, StreamBody body) implements Reply {

  public StreamedResponse {
    headers = Map.copyOf(headers);
  }
}
