package io.postrider.client;

/** The name and version of this library. */
final class Version {
  static final String NAME = "postrider-java";
  static final String NUMBER = "1.0.0";

  private Version() {}
}
