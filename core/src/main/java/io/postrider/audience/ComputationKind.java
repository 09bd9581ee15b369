package io.postrider.audience;

/** The kind of a computation. */
public enum ComputationKind {
  AUDIENCE("audience", "aud_"),
  TRAIT("trait", "ctr_");

  private final String wireName;
  private final String prefix;

  ComputationKind(String wireName, String prefix) {
    this.wireName = wireName;
    this.prefix = prefix;
  }

  /** The value of {@code context.personas.computation_class}. */
  public String wireName() {
    return wireName;
  }

  public String prefix() {
    return prefix;
  }
}
