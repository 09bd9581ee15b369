package io.postrider.server.delivery.cluster;

import io.postrider.id.DestinationId;
import io.postrider.server.delivery.AttemptSource;
import io.postrider.server.delivery.Breakers;
import io.postrider.server.delivery.stats.AttemptSample;
import io.postrider.server.http.admin.ApiException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * Does on all nodes what is asked for: here at once, elsewhere by orders. May be called from any
 * thread but an event loop.
 */
public final class OrdersToAll implements Breakers, AttemptSource {

  /** How many attempts are shown at most. */
  static final int MAX_ATTEMPTS = 200;

  private static final Duration RETRY_AFTER = Duration.ofSeconds(5);

  private final Breakers breakers;
  private final AttemptSource attempts;
  private final NodeOrders orders;

  /**
   * @param breakers of this node
   * @param attempts of this node
   */
  public OrdersToAll(Breakers breakers, AttemptSource attempts, NodeOrders orders) {
    this.breakers = breakers;
    this.attempts = attempts;
    this.orders = orders;
  }

  /** What this node does if another orders it. */
  public static Function<NodeOrder, String> obedience(Breakers breakers, AttemptSource attempts) {
    return order ->
        switch (order.kind()) {
          case TRY_NOW -> {
            breakers.tryNow(order.destination());
            yield "";
          }
          case TESTED -> {
            breakers.tested(order.destination(), order.detail());
            yield "";
          }
          case ATTEMPTS -> SampleText.of(attempts.attempts(order.destination()));
        };
  }

  /**
   * The same on all nodes.
   *
   * @throws ApiException if a node that delivers did not answer; those that did have obeyed
   */
  @Override
  public void tryNow(DestinationId destination) {
    breakers.tryNow(destination);
    NodeOrders.Answers answers =
        orders.give(new NodeOrder(NodeOrder.Kind.TRY_NOW, destination, ""));
    if (!answers.silent().isEmpty()) {
      throw ApiException.unavailable(
          "Nodes %s deliver some of the messages and did not answer; retry."
              .formatted(new TreeSet<>(answers.silent())),
          RETRY_AFTER);
    }
  }

  /** The same on all nodes; one that does not answer finds out by its next probe. */
  @Override
  public void tested(DestinationId destination, String url) {
    breakers.tested(destination, url);
    NodeOrders.Answers _ = orders.give(new NodeOrder(NodeOrder.Kind.TESTED, destination, url));
  }

  /** The attempts of all nodes; without those of a node that does not answer. */
  @Override
  public List<AttemptSample> attempts(DestinationId id) {
    List<AttemptSample> all = new ArrayList<>(attempts.attempts(id));
    NodeOrders.Answers answers = orders.give(new NodeOrder(NodeOrder.Kind.ATTEMPTS, id, ""));
    answers.answers().values().stream()
        .filter(text -> !text.isEmpty())
        .forEach(text -> all.addAll(SampleText.parse(text)));
    all.sort(Comparator.comparing(AttemptSample::at).reversed());
    return all.size() <= MAX_ATTEMPTS ? all : List.copyOf(all.subList(0, MAX_ATTEMPTS));
  }
}
