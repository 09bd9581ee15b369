package io.postrider.client.json;

/** The JSON is longer than the writer's limit. */
public final class JsonTooLongException extends RuntimeException {
  private static final long serialVersionUID = 1;

  JsonTooLongException(int limitBytes) {
    super("longer than " + limitBytes + " bytes");
  }
}
