package io.postrider.server.http.admin;

import java.util.Map;

/**
 * An answer of 200 whose body is written piece by piece, for as long as that takes.
 *
 * <p>Whoever made it has it closed in any case, even if nothing of it is ever written.
 *
 * @param pieces what writes the body
 */
public record StreamedResponse(Map<String, String> headers, StreamBody pieces) implements Reply {

  public StreamedResponse {
    headers = Map.copyOf(headers);
  }
}
