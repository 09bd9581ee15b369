package io.postrider.delivery.simulation;

import io.postrider.delivery.Failure;
import io.postrider.delivery.FinalStatus;
import io.postrider.delivery.Outcome;
import org.jspecify.annotations.Nullable;

/** Something that must hold at every step. Is told what happens; throws when it does not hold. */
interface Invariant {

  /**
   * One attempt.
   *
   * @param history what came before it; its first round is now if nothing did
   * @param number which round of the delivery it is
   */
  record Sending(
      MachineDriver driver,
      ModelDelivery delivery,
      DeliveryHistory history,
      boolean replay,
      int number,
      String url) {}

  /** An attempt begins; the history does not know of it yet. */
  default void sending(Sending sending, long nowMillis) {}

  /** A round begins. Its attempts were told of. */
  default void round(
      MachineDriver driver, ModelDelivery delivery, boolean replay, long nowMillis) {}

  /** An attempt has ended; the machine does not know yet. */
  default void ending(MachineDriver driver, String url, Outcome outcome, long nowMillis) {}

  /** An attempt has ended and the machine knows. */
  default void ended(
      MachineDriver driver, ModelDelivery delivery, String url, Outcome outcome, long nowMillis) {}

  /** The machine says that a delivery has ended; the model does not know yet. */
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

  /** The process died, by accident or not; what the store holds is all that is left of it. */
  default void died(long nowMillis) {}

  /** The URLs or limits of a destination were changed. */
  default void reconfigured(SimulatedDestination destination, long nowMillis) {}

  /** Some time has passed. */
  default void looked(long nowMillis) {}

  /** The world was healed and has come to rest. */
  default void finished(long nowMillis) {}

  /** Fails. */
  @SuppressWarnings("AnnotateFormatMethod")
  default InvariantViolation violated(String what, @Nullable Object... arguments) {
    return new InvariantViolation(getClass().getSimpleName(), what.formatted(arguments));
  }
}
