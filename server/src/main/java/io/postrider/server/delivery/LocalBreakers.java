package io.postrider.server.delivery;

import io.postrider.id.DestinationId;
import java.util.function.Consumer;

/** Ends outages in the partitions of this node. */
final class LocalBreakers implements Breakers {

  private final DeliveryInspector inspector;

  LocalBreakers(DeliveryInspector inspector) {
    this.inspector = inspector;
  }

  @Override
  public void tryNow(DestinationId destination) {
    input(destination, worker -> worker.limits().tryNow(worker.nowMillis()));
  }

  @Override
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
