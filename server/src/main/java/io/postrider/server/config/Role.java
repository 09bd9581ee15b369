package io.postrider.server.config;

/** A job that a node may take. */
public enum Role {
  /** Takes messages in. */
  COLLECT,
  /** Sends them to destinations. */
  DELIVER,
  /** Keeps profiles, audiences and computed traits. */
  AUDIENCE,
  /** Serves the admin API and the dashboard. */
  CONTROL
}
