package io.postrider.delivery.simulation;

import io.postrider.delivery.Failure;
import io.postrider.delivery.FinalStatus;
import io.postrider.delivery.Outcome;
import org.jspecify.annotations.Nullable;

/** A condition that must hold at every step. Observes events; throws when it is violated. */
interface Invariant {

  /**
   * One attempt.
   *
   * @param history the earlier attempts; without any, its first round is now
   * @param number the number of the round
   */
  record Sending(
      MachineDriver driver,
      ModelDelivery delivery,
      DeliveryHistory history,
      boolean replay,
      int number,
      String url) {}

  /** An attempt begins; the history does not contain it yet. */
  default void sending(Sending sending, long nowMillis) {}

  /** A round begins, after its attempts were reported. */
  default void round(
      MachineDriver driver, ModelDelivery delivery, boolean replay, long nowMillis) {}

  /** An attempt ended; the machine is not notified yet. */
  default void ending(MachineDriver driver, String url, Outcome outcome, long nowMillis) {}

  /** An attempt ended and the machine is notified. */
  default void ended(
      MachineDriver driver, ModelDelivery delivery, String url, Outcome outcome, long nowMillis) {}

  /** The machine reports a final status; the model is not updated yet. */
  default void done(
      MachineDriver driver,
      ModelDelivery delivery,
      FinalStatus status,
      @Nullable Failure failure,
      boolean replay,
      long nowMillis) {}

  /** An input to a machine was handled. */
  default void stepped(MachineDriver driver, long nowMillis) {}

  /** A machine has started. */
  default void started(MachineDriver driver, long nowMillis) {}

  /** The process stopped or crashed; only the content of the store remains. */
  default void died(long nowMillis) {}

  /** The URLs or limits of a destination were changed. */
  default void reconfigured(SimulatedDestination destination, long nowMillis) {}

  /** Some time has passed. */
  default void looked(long nowMillis) {}

  /** All faults ended and all deliveries settled. */
  default void finished(long nowMillis) {}

  /** Fails. */
  @SuppressWarnings("AnnotateFormatMethod")
  default InvariantViolation violated(String what, @Nullable Object... arguments) {
    return new InvariantViolation(getClass().getSimpleName(), what.formatted(arguments));
  }
}
