package io.postrider.delivery.simulation;

import io.postrider.delivery.FinalStatus;
import io.postrider.delivery.ReplayProgress;

/** A replay sends only settled messages, so that it never duplicates live delivery. */
final class ReplayTakesOnlySettled implements Invariant {

  @Override
  public void sending(Sending sending, long nowMillis) {
    if (!sending.replay()) {
      return;
    }
    ModelDelivery delivery = sending.delivery();
    if (!delivery.isSettled()) {
      throw violated("%s: %s is replayed", sending.driver(), delivery);
    }
    ReplayProgress progress = sending.driver().machine().replay();
    if (progress != null
        && progress.replay().onlyFailed()
        && delivery.status() != FinalStatus.FAILED
        && delivery.status() != FinalStatus.CANCELLED) {
      throw violated("%s: %s is replayed as one that failed", sending.driver(), delivery);
    }
  }
}
