package io.postrider.server.config;

/** A setting is wrong; the message says which one, where it came from and what would be right. */
public final class ConfigException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public ConfigException(String message) {
    super(message);
  }
}
