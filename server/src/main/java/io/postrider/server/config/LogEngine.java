package io.postrider.server.config;

/** Where messages are kept. */
public enum LogEngine {
  EMBEDDED,
  KAFKA
}
