package io.postrider.delivery.simulation;

import io.postrider.delivery.Failure;
import io.postrider.delivery.FinalStatus;
import io.postrider.delivery.Outcome;
import org.jspecify.annotations.Nullable;

/** The first URL that accepts a message settles it at once. */
final class OneSuccessSettles implements Invariant {

  @Override
  public void ended(
      MachineDriver driver, ModelDelivery delivery, String url, Outcome outcome, long nowMillis) {
    if (outcome instanceof Outcome.Delivered && !delivery.isSettled()) {
      throw violated("%s: %s is open though %s took it", driver, delivery, url);
    }
  }

  @Override
  public void done(
      MachineDriver driver,
      ModelDelivery delivery,
      FinalStatus status,
      @Nullable Failure failure,
      boolean replay,
      long nowMillis) {
    if (!replay && delivery.isSettled() && status != FinalStatus.DELIVERED) {
      throw violated("%s: %s ends again as %s", driver, delivery, status);
    }
    if (!replay && delivery.taken && status != FinalStatus.DELIVERED) {
      throw violated("%s: %s was taken and ends as %s", driver, delivery, status);
    }
  }
}
