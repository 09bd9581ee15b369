package io.postrider.privacy;

import java.util.Arrays;
import java.util.Optional;

/** The type of a regulation. */
public enum RegulationType {
  /** Delete all data of the users, everywhere. */
  DELETE_ONLY,
  /** Drop further messages of the users. */
  SUPPRESS_ONLY,
  /** Both. */
  SUPPRESS_WITH_DELETE,
  /** Accept messages of the users again. */
  UNSUPPRESS;

  public static Optional<RegulationType> parse(String name) {
    return Arrays.stream(values()).filter(type -> type.name().equals(name)).findFirst();
  }

  /** Whether it deletes users, in the background. */
  public boolean deletes() {
    return this == DELETE_ONLY || this == SUPPRESS_WITH_DELETE;
  }

  /** Whether it suppresses users, before the request is answered. */
  public boolean suppresses() {
    return this == SUPPRESS_ONLY || this == SUPPRESS_WITH_DELETE;
  }
}
