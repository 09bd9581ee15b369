package io.postrider.privacy;

import java.util.Arrays;
import java.util.Optional;

/** What a regulation asks for. */
public enum RegulationType {
  /** Delete what is known of the users, everywhere. */
  DELETE_ONLY(true, false),
  /** Take in nothing more of the users. */
  SUPPRESS_ONLY(false, true),
  /** Both. */
  SUPPRESS_WITH_DELETE(true, true),
  /** Take in messages of the users again. */
  UNSUPPRESS(false, false);

  private final boolean deletes;
  private final boolean suppresses;

  RegulationType(boolean deletes, boolean suppresses) {
    this.deletes = deletes;
    this.suppresses = suppresses;
  }

  /** The type of a name, or nothing if the name is not one. */
  public static Optional<RegulationType> parse(String name) {
    return Arrays.stream(values()).filter(type -> type.name().equals(name)).findFirst();
  }

  /** Whether users are to be deleted, which takes a while. */
  public boolean deletes() {
    return deletes;
  }

  /** Whether users are to be suppressed, which is done before the request is answered. */
  public boolean suppresses() {
    return suppresses;
  }
}
