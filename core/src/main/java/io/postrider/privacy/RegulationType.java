package io.postrider.privacy;

import java.util.Arrays;
import java.util.Optional;

/** The type of a regulation. */
public enum RegulationType {
  /** Delete all data of the users, everywhere. */
  DELETE_ONLY(true, false),
  /** Drop further messages of the users. */
  SUPPRESS_ONLY(false, true),
  /** Both. */
  SUPPRESS_WITH_DELETE(true, true),
  /** Accept messages of the users again. */
  UNSUPPRESS(false, false);

  private final boolean deletes;
  private final boolean suppresses;

  RegulationType(boolean deletes, boolean suppresses) {
    this.deletes = deletes;
    this.suppresses = suppresses;
  }

  public static Optional<RegulationType> parse(String name) {
    return Arrays.stream(values()).filter(type -> type.name().equals(name)).findFirst();
  }

  /** Whether it deletes users, in the background. */
  public boolean deletes() {
    return deletes;
  }

  /** Whether it suppresses users, before the request is answered. */
  public boolean suppresses() {
    return suppresses;
  }
}
