package io.postrider.server.http.admin;

import io.postrider.server.http.RequestHead;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A request that has arrived whole.
 *
 * @param caller who makes it
 * @param pathParameters the variable parts of its path, decoded
 * @param queryParameters its query, decoded; a name may come more than once
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record ApiRequest(
    Caller caller,
    RequestHead head,
    Map<String, String> pathParameters,
    Map<String, List<String>> queryParameters,
    byte[] body) {

  /** A variable part of the path. */
  public String path(String name) {
    String value = pathParameters.get(name);
    if (value == null) {
      throw new IllegalArgumentException("The path has no part called " + name);
    }
    return value;
  }

  /** What the body is said to be. */
  public @Nullable String contentType() {
    return head.header("Content-Type");
  }
}
