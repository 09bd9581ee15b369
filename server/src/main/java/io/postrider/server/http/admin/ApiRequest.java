package io.postrider.server.http.admin;

import io.postrider.server.http.RequestHead;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A complete request.
 *
 * @param caller the authenticated caller
 * @param pathParameters the path parameters, decoded
 * @param queryParameters the query parameters, decoded; a name may occur more than once
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record ApiRequest(
    Caller caller,
    RequestHead head,
    Map<String, String> pathParameters,
    Map<String, List<String>> queryParameters,
    byte[] body) {

  /** A path parameter. */
  public String path(String name) {
    String value = pathParameters.get(name);
    if (value == null) {
      throw new IllegalArgumentException("The path has no parameter " + name);
    }
    return value;
  }

  public @Nullable String contentType() {
    return head.header("Content-Type");
  }
}
