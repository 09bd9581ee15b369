package io.postrider.server.delivery;

import io.postrider.id.DestinationId;
import java.util.function.Consumer;

/**
 * Ends outages on request. May be called from any thread but an event loop; in force when a call
 * returns.
 */
public final class Breakers {

  private final DeliveryInspector inspector;

  Breakers(DeliveryInspector inspector) {
    this.inspector = inspector;
  }

  /** Closes the breakers of a destination and makes everything due that waits. */
  public void tryNow(DestinationId destination) {
    input(destination, worker -> worker.limits().tryNow(worker.nowMillis()));
  }

  /** A URL of a destination accepted a test message. */
  public void tested(DestinationId destination, String url) {
    input(destination, worker -> worker.limits().tested(url, worker.nowMillis()));
  }

  private void input(DestinationId destination, Consumer<DestinationWorker> input) {
    // the loop runs the input before it answers
    var _ =
        inspector.ask(
            destination,
            worker -> {
              worker.later(() -> input.accept(worker));
              return true;
            });
  }
}
