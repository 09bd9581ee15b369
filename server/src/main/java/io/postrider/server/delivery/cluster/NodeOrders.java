package io.postrider.server.delivery.cluster;

import java.time.Duration;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Gives orders to the nodes that deliver, and waits for their answers. May be called from any
 * thread that may block for some seconds.
 */
public final class NodeOrders {

  /** How long it waits; a node looks for orders twice a second. */
  static final Duration PATIENCE = Duration.ofSeconds(2);

  private static final Duration PAUSE = Duration.ofMillis(100);

  private final OrderStore store;
  private final Supplier<Set<String>> others;
  private final InstantSource time;

  /**
   * @param others the other nodes that deliver partitions now
   */
  public NodeOrders(OrderStore store, Supplier<Set<String>> others, InstantSource time) {
    this.store = store;
    this.others = others;
    this.time = time;
  }

  /**
   * What became of an order.
   *
   * @param answers by node
   * @param silent the nodes that did not answer in time
   */
  public record Answers(Map<String, String> answers, Set<String> silent) {}

  /** Gives an order to all other nodes that deliver. */
  public Answers give(NodeOrder order) {
    Set<String> nodes = Set.copyOf(others.get());
    if (nodes.isEmpty()) {
      return new Answers(Map.of(), Set.of());
    }
    long id = ThreadLocalRandom.current().nextLong();
    store.give(id, nodes, order, time.instant());
    try {
      long endNanos = System.nanoTime() + PATIENCE.toNanos();
      Map<String, String> answers = store.answers(id);
      while (answers.size() < nodes.size() && System.nanoTime() - endNanos < 0 && pause()) {
        answers = store.answers(id);
      }
      Set<String> silent = new HashSet<>(nodes);
      silent.removeAll(answers.keySet());
      return new Answers(answers, silent);
    } finally {
      store.remove(id, nodes);
    }
  }

  /** Waits for a moment; false if the thread is interrupted. */
  private static boolean pause() {
    try {
      return !new CountDownLatch(1).await(PAUSE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
