package io.postrider.client;

/** What this library calls itself. */
final class Version {
  static final String NAME = "postrider-java";
  static final String NUMBER = "1.0.0";

  private Version() {}
}
