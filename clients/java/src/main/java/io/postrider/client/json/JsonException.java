package io.postrider.client.json;

/** A value that JSON cannot represent, or text that is not JSON. The message says where. */
public final class JsonException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public JsonException(String message) {
    super(message);
  }
}
