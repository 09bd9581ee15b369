package io.postrider.server.delivery;

import io.postrider.delivery.DeliverySettings;
import io.postrider.delivery.LimitShare;
import io.postrider.id.DestinationId;
import io.postrider.server.background.BackgroundTask;
import io.postrider.server.delivery.limits.NodeShares;
import io.postrider.server.delivery.limits.ShareRequest;
import io.postrider.server.delivery.limits.ShareStore;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Leases this node's shares of destination-wide limits once a second, and applies them on the
 * loops. Without a limited destination it asks nothing of the database.
 */
final class LimitLeases implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(LimitLeases.class);
  private static final Duration INTERVAL = Duration.ofSeconds(1);

  private final String node;
  private final ShareStore store;
  private final NodeShares shares;
  private final List<DeliveryLoop> loops;
  private final InstantSource steadyTime;
  private final BackgroundTask task;
  private boolean leased;

  /**
   * @param node the name of this node
   * @param steadyTime the clock of the loops
   */
  LimitLeases(
      String node,
      ShareStore store,
      NodeShares shares,
      List<DeliveryLoop> loops,
      InstantSource steadyTime) {
    this.node = node;
    this.store = store;
    this.shares = shares;
    this.loops = loops;
    this.steadyTime = steadyTime;
    this.task =
        BackgroundTask.of(
            BackgroundTask.Options.every(
                    INTERVAL,
                    "limit-leases",
                    "Cannot lease shares of destination-wide limits; a fair part holds. Retrying.")
                .atOnce()
                .backoff(INTERVAL, INTERVAL),
            this::step);
  }

  void start() {
    task.start();
  }

  private boolean step() {
    lease();
    if (shares.hasLowered()) {
      lease(); // others wait for what this node has just stopped to use
    }
    return false;
  }

  private void lease() {
    Map<DestinationId, NodeShares.Usage> usages = DeliveryLoop.askAll(loops, LimitLeases::usage);
    long sentAtMillis = steadyTime.millis();
    List<ShareRequest> requests = shares.requests(usages, sentAtMillis);
    if (requests.isEmpty()) {
      return;
    }
    leased = true;
    apply(shares.granted(store.lease(node, requests), sentAtMillis));
  }

  private static NodeShares.@Nullable Usage usage(DestinationWorker worker) {
    DeliverySettings settings = worker.limits().settings();
    return settings.maxRate() == null && settings.maxConcurrency() == null
        ? null
        : new NodeShares.Usage(settings, worker.limits().demand(worker.nowMillis()));
  }

  private void apply(Map<DestinationId, LimitShare> granted) {
    Map<DestinationId, Boolean> _ =
        DeliveryLoop.askAll(
            loops,
            worker -> {
              LimitShare share = granted.get(worker.id());
              if (share != null) {
                worker.later(() -> worker.limits().share(share, worker.nowMillis()));
              }
              return null;
            });
  }

  /** Gives the shares up; nothing is delivered any more. */
  @Override
  public void close() {
    task.close();
    if (leased) {
      try {
        store.release(node);
      } catch (RuntimeException failed) {
        LOG.debug("Cannot release shares of limits; their leases end.", failed);
      }
    }
  }
}
