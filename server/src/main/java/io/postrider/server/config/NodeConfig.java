package io.postrider.server.config;

import java.util.List;

/** What this node does. */
public record NodeConfig(List<Role> roles) {

  public NodeConfig {
    Bounds.that(!roles.isEmpty(), "'roles' is empty; name at least one");
    roles = List.copyOf(roles);
  }

  /** Whether this node takes a job. */
  public boolean has(Role role) {
    return roles.contains(role);
  }
}
