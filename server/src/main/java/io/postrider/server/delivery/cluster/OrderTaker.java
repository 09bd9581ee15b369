package io.postrider.server.delivery.cluster;

import io.postrider.server.background.BackgroundTask;
import java.time.Duration;
import java.time.InstantSource;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The task that looks for orders of other nodes twice a second, obeys and answers them. */
public final class OrderTaker implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(OrderTaker.class);
  private static final Duration INTERVAL = Duration.ofMillis(500);
  private static final int INTERVALS_PER_SWEEP = 120;

  /** Nobody waits that long; longer than clocks of nodes differ. */
  private static final Duration KEPT = Duration.ofMinutes(10);

  private final String node;
  private final OrderStore store;
  private final Function<NodeOrder, String> obey;
  private final Runnable more;
  private final InstantSource time;
  private final BackgroundTask task;
  private int intervals;

  private OrderTaker(
      String node,
      OrderStore store,
      Function<NodeOrder, String> obey,
      Runnable more,
      InstantSource time) {
    this.node = node;
    this.store = store;
    this.obey = obey;
    this.more = more;
    this.time = time;
    this.task =
        BackgroundTask.of(
            BackgroundTask.Options.every(
                    INTERVAL, "delivery-orders", "Cannot read orders of other nodes; retrying.")
                .backoff(INTERVAL, INTERVAL),
            this::step);
  }

  /**
   * Starts to take orders.
   *
   * @param node the name of this node
   * @param obey does what an order says, and answers it
   * @param more what else other nodes may ask for, looked for as often
   */
  public static OrderTaker start(
      String node,
      OrderStore store,
      Function<NodeOrder, String> obey,
      Runnable more,
      InstantSource time) {
    OrderTaker taker = new OrderTaker(node, store, obey, more, time);
    BackgroundTask _ = taker.task.start();
    return taker;
  }

  private boolean step() {
    for (OrderStore.Waiting waiting : store.waiting(node)) {
      store.answer(waiting.id(), node, answer(waiting.order()));
    }
    if (intervals++ % INTERVALS_PER_SWEEP == 0) {
      store.sweep(time.instant().minus(KEPT));
    }
    more.run();
    return false;
  }

  private String answer(NodeOrder order) {
    try {
      return obey.apply(order);
    } catch (IllegalStateException failed) {
      LOG.atWarn()
          .addKeyValue("order", order.kind())
          .addKeyValue("reason", failed.getMessage())
          .log("Cannot do what another node ordered.");
      return "";
    }
  }

  @Override
  public void close() {
    task.close();
  }
}
