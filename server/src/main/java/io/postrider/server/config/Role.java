package io.postrider.server.config;

/** A role of a node. */
public enum Role {
  /** Accepts messages. */
  COLLECT,
  /** Delivers messages to destinations. */
  DELIVER,
  /** Maintains profiles, audiences and computed traits. */
  AUDIENCE,
  /** Serves the admin API and the dashboard. */
  CONTROL
}
