package io.postrider.privacy;

/** How far a regulation has come, or a part of it. */
public enum RegulationStatus {
  /** It is written down, and nothing else. */
  INITIALIZED,
  RUNNING,
  /** It is over; some receivers have confirmed and some have not. */
  PARTIAL_SUCCESS,
  /** It is over, and every receiver that was to be told has confirmed. */
  FINISHED,
  /** It is over, and no receiver that was to be told has confirmed. */
  FAILED;

  /** Whether nothing more will happen. */
  public boolean isOver() {
    return this != INITIALIZED && this != RUNNING;
  }
}
