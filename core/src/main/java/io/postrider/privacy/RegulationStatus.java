package io.postrider.privacy;

/** The status of a regulation, or of a part of it. */
public enum RegulationStatus {
  /** It is saved and not started. */
  INITIALIZED,
  RUNNING,
  /** It ended; some receivers confirmed and some did not. */
  PARTIAL_SUCCESS,
  /** It ended; every receiver confirmed. */
  FINISHED,
  /** It ended; no receiver confirmed. */
  FAILED;

  public boolean isOver() {
    return this != INITIALIZED && this != RUNNING;
  }
}
