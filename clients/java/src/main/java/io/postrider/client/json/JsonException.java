package io.postrider.client.json;

/** A value that JSON cannot hold, or a text that is not JSON. The message says which and where. */
public final class JsonException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public JsonException(String message) {
    super(message);
  }
}
