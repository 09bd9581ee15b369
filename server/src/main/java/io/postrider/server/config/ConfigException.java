package io.postrider.server.config;

/** A setting is invalid; the message names the setting, its origin and the accepted values. */
public final class ConfigException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public ConfigException(String message) {
    super(message);
  }
}
