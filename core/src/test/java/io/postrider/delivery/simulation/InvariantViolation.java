package io.postrider.delivery.simulation;

/** An invariant does not hold. */
public final class InvariantViolation extends RuntimeException {

  private static final long serialVersionUID = 1;

  public InvariantViolation(String invariant, String what) {
    super(invariant + ": " + what);
  }
}
