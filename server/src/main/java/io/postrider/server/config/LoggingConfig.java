package io.postrider.server.config;

/** How log lines look. */
public record LoggingConfig(Format format) {

  /** A form of log lines. */
  public enum Format {
    TEXT,
    JSON
  }
}
