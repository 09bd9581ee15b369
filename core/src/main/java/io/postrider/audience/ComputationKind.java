package io.postrider.audience;

import io.postrider.id.WireNamed;

/**
 * The kind of a computation. Its wire name is the value of {@code
 * context.personas.computation_class}.
 */
public enum ComputationKind implements WireNamed {
  AUDIENCE("aud_"),
  TRAIT("ctr_");

  private final String prefix;

  ComputationKind(String prefix) {
    this.prefix = prefix;
  }

  /** The prefix of its IDs. */
  public String prefix() {
    return prefix;
  }
}
