package io.postrider.server.http;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A request that has arrived whole.
 *
 * @param pathParameters the variable parts of its path, decoded
 * @param queryParameters its query, decoded; a name may come more than once
 * @param accept which media types its sender wants, as the header says
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record Call(
    Map<String, String> pathParameters,
    Map<String, List<String>> queryParameters,
    @Nullable String contentType,
    @Nullable String accept,
    byte[] body) {

  /** A variable part of the path. */
  public String path(String name) {
    String value = pathParameters.get(name);
    if (value == null) {
      throw new IllegalArgumentException("The path has no part called " + name);
    }
    return value;
  }
}
