package io.postrider.delivery.simulation;

/** An invariant does not hold. */
final class InvariantViolation extends RuntimeException {

  private static final long serialVersionUID = 1;

  InvariantViolation(String invariant, String what) {
    super(invariant + ": " + what);
  }
}
