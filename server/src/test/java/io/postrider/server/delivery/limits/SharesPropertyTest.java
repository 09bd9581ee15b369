package io.postrider.server.delivery.limits;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.delivery.DeliverySettings;
import io.postrider.delivery.LimitDemand;
import io.postrider.delivery.LimitShare;
import io.postrider.id.DestinationId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * The sum over nodes never exceeds a limit, whatever happens between the steps of several nodes:
 * attempts start and end, answers of the database are lost, nodes die and come back.
 */
class SharesPropertyTest {

  private static final long SEED = Long.getLong("postrider.seed", System.nanoTime());
  private static final int RUNS = 300;
  private static final int STEPS = 3_000;
  private static final DestinationId ID = new DestinationId(7);

  private final Random random = new Random(SEED);
  private final MemoryShareStore store = new MemoryShareStore();
  private final List<Node> nodes = new ArrayList<>();
  private DeliverySettings settings = settings(1, 1);
  private long now = 1_000_000;
  private boolean away;
  private boolean mortal = true;

  private static DeliverySettings settings(int maxRate, int maxConcurrency) {
    return new DeliverySettings(List.of("http://a"), maxRate, maxConcurrency, false);
  }

  /** A node, of which each input may come at any time between those of others. */
  private final class Node {

    final String name;
    NodeShares shares = new NodeShares();
    LimitShare share = shares.first(settings, now);
    @Nullable List<ShareRequest> asked;
    ShareStore.@Nullable Lease answer;
    long askedAtMillis = now;
    int inFlight;
    boolean waiting;

    Node(String name) {
      this.name = name;
    }

    /** The next part of a pass. It takes several, so that others act in between. */
    void lease() {
      if (asked == null) {
        LimitDemand demand =
            new LimitDemand(inFlight, waiting ? 256 : inFlight, random.nextInt(3), waiting);
        askedAtMillis = now;
        asked = shares.requests(Map.of(ID, new NodeShares.Usage(settings, demand)), now);
      } else if (answer == null) {
        if (away || random.nextInt(20) == 0) {
          asked = null; // the transaction failed
        } else {
          store.nowMillis = now;
          answer = store.lease(name, asked);
        }
      } else {
        if (random.nextInt(20) != 0) {
          share = shares.granted(answer, askedAtMillis).getOrDefault(ID, share);
        } // else it was committed, but the answer was lost
        asked = null;
        answer = null;
      }
    }

    boolean isLate() {
      return now - askedAtMillis > 1_200;
    }

    void start() {
      if (inFlight < share.at(now).concurrency()) {
        inFlight++;
      }
    }

    void die() {
      shares = new NodeShares();
      share = shares.first(settings, now);
      asked = null;
      answer = null;
      inFlight = 0;
    }
  }

  private void step() {
    Node node = nodes.get(random.nextInt(nodes.size()));
    switch (random.nextInt(12)) {
      case 0, 1, 2 -> node.lease();
      case 3, 4, 5 -> node.start();
      case 6, 7 -> node.inFlight = Math.max(0, node.inFlight - 1);
      case 8 -> node.waiting = random.nextBoolean();
      case 9, 10 -> now += random.nextInt(100);
      default -> {
        if (mortal && random.nextInt(50) == 0) {
          node.die();
        }
      }
    }
    // every node runs a pass about once a second
    nodes.stream().filter(Node::isLate).forEach(Node::lease);
  }

  private void begin(int limit, int count) {
    settings = settings(limit, limit);
    nodes.clear();
    for (int i = 0; i < count; i++) {
      nodes.add(new Node("node-" + i));
      store.release("node-" + i);
    }
  }

  private int rate() {
    return nodes.stream().mapToInt(node -> node.share.at(now).milliRate()).sum();
  }

  private int concurrency() {
    return nodes.stream().mapToInt(node -> node.share.at(now).concurrency()).sum();
  }

  private int inFlight() {
    return nodes.stream().mapToInt(node -> node.inFlight).sum();
  }

  @Test
  void sum_neverExceedsTheLimit() {
    System.out.printf("SharesPropertyTest: replay with -Dpostrider.seed=%d%n", SEED);
    long used = 0;
    for (int run = 0; run < RUNS; run++) {
      int limit = random.nextInt(1, 12);
      begin(limit, random.nextInt(1, 6));
      for (int i = 0; i < STEPS; i++) {
        step();
        assertThat(inFlight())
            .as("seed %d, run %d, step %d", SEED, run, i)
            .isLessThanOrEqualTo(limit);
        assertThat(rate())
            .as("seed %d, run %d, step %d", SEED, run, i)
            .isLessThanOrEqualTo(limit * 1_000);
        used += inFlight();
      }
    }
    assertThat(used).as("attempts were in flight").isGreaterThan((long) RUNS * STEPS / 10);
  }

  @Test
  void sumOfShares_staysWithinTheLimit_whileTheDatabaseIsAway() {
    System.out.printf("SharesPropertyTest: replay with -Dpostrider.seed=%d%n", SEED);
    mortal = false; // no node starts without the database
    for (int run = 0; run < RUNS; run++) {
      int count = random.nextInt(1, 6);
      int limit = random.nextInt(count, 12);
      begin(limit, count);
      long nextMillis = now + random.nextLong(10_000, 30_000); // all nodes know each other
      away = false;
      for (int i = 0; i < STEPS; i++) {
        if (now >= nextMillis) {
          // away for less than a lease or for minutes, then back until everybody is
          away = !away;
          nextMillis = now + (away ? random.nextLong(60_000) : 30_000);
        }
        step();
        assertThat(rate())
            .as("seed %d, run %d, step %d", SEED, run, i)
            .isLessThanOrEqualTo(limit * 1_000);
        assertThat(concurrency())
            .as("seed %d, run %d, step %d", SEED, run, i)
            .isLessThanOrEqualTo(limit);
      }
    }
  }
}
