package io.postrider.server.delivery;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** A request as a receiver saw it. */
public final class Received {

  private final String method;
  private final String target;
  private final List<Map.Entry<String, String>> headers;
  private final byte[] body;
  private final int connection;

  Received(
      String method,
      String target,
      List<Map.Entry<String, String>> headers,
      byte[] body,
      int connection) {
    this.method = method;
    this.target = target;
    this.headers = List.copyOf(headers);
    this.body = body;
    this.connection = connection;
  }

  public String method() {
    return method;
  }

  /** Path and query. */
  public String target() {
    return target;
  }

  /** All headers in the order and spelling sent. */
  public List<Map.Entry<String, String>> headers() {
    return headers;
  }

  public byte[] body() {
    return body.clone();
  }

  /** The number of the connection it came by, from 1. */
  public int connection() {
    return connection;
  }

  /** The values of a header; names are compared as HTTP does. */
  public List<String> values(String name) {
    return headers.stream()
        .filter(header -> header.getKey().equalsIgnoreCase(name))
        .map(Map.Entry::getValue)
        .toList();
  }

  /** The one value of a header; fails where there is none or more than one. */
  public String header(String name) {
    List<String> values = values(name);
    if (values.size() != 1) {
      throw new AssertionError(name + " came as " + values + " in " + headers);
    }
    return values.getFirst();
  }

  public String text() {
    return new String(body, StandardCharsets.UTF_8);
  }
}
