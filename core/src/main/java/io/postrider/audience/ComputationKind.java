package io.postrider.audience;

/** The two things that are computed of people. */
public enum ComputationKind {
  AUDIENCE("audience", "aud_"),
  TRAIT("trait", "ctr_");

  private final String wireName;
  private final String prefix;

  ComputationKind(String wireName, String prefix) {
    this.wireName = wireName;
    this.prefix = prefix;
  }

  /** What receivers know it as: {@code context.personas.computation_class}. */
  public String wireName() {
    return wireName;
  }

  /** What the text of its ids starts with. */
  public String prefix() {
    return prefix;
  }
}
