package io.postrider.delivery;

import io.postrider.id.WireNamed;
import org.jspecify.annotations.Nullable;

/** The final status of a delivery. */
public enum FinalStatus implements WireNamed {
  DELIVERED(1),
  /** Every URL refused it permanently, or its retry window ended. Recorded; can be replayed. */
  FAILED(2),
  /** The log no longer has it. Recorded; cannot be replayed. */
  EXPIRED(3),
  /** The destination was disabled while it was pending. Recorded; can be replayed. */
  CANCELLED(4),
  /** A later {@code delete} of the same user superseded it. */
  SUPERSEDED(5),
  FILTERED(6);

  private static final FinalStatus[] ALL = values();

  private final int code;

  FinalStatus(int code) {
    this.code = code;
  }

  /** Its code in the ledger. Codes never change their meaning. */
  public int code() {
    return code;
  }

  /** The status with a code, or null if a newer version wrote it. */
  public static @Nullable FinalStatus ofCode(int code) {
    return code >= 1 && code <= ALL.length ? ALL[code - 1] : null;
  }
}
