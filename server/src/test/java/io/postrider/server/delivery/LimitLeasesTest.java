package io.postrider.server.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.postrider.privacy.HiddenRecords;
import io.postrider.route.ActiveRanges;
import io.postrider.route.Destination;
import io.postrider.route.LogEndOffsets;
import io.postrider.server.background.ClosingStack;
import io.postrider.server.background.RetainedOffsets;
import io.postrider.server.ledger.LedgerLog;
import io.postrider.server.ledger.index.ManyPartitions;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Two nodes that deliver to one destination, whose limits they share. */
class LimitLeasesTest extends DeliveryTests {

  private static final ActiveRanges ALWAYS =
      ActiveRanges.NONE.opened(new LogEndOffsets(List.of(0L, 0L)));

  private final ClosingStack nodes = new ClosingStack();
  private final HandDrivenAssignment first = new HandDrivenAssignment();
  private final HandDrivenAssignment second = new HandDrivenAssignment();
  private final AtomicInteger inFlight = new AtomicInteger();
  private final AtomicInteger most = new AtomicInteger();

  @BeforeEach
  void useTwoPartitions() {
    log = new ManyPartitions(2, InstantSource.system());
  }

  @AfterEach
  void stopNodes() {
    nodes.close();
  }

  private void node(String name, HandDrivenAssignment assignment, Destination destination) {
    SimpleMeterRegistry registry = new SimpleMeterRegistry();
    DeliveryService _ =
        start(
            new DeliverySource(
                log,
                new RetainedOffsets(),
                HiddenRecords.nothing(),
                assignment,
                DuplicateSearch.NONE,
                () -> {},
                name),
            cursorStore(),
            new LedgerLog(new ManyPartitions(2, InstantSource.system()), registry, LEDGER_BYTES),
            registry,
            nodes,
            destination);
  }

  /** Answers, and counts how many requests it has at the same time. */
  private TestReceiver counting() {
    TestReceiver receiver = closing(TestReceiver.open());
    return receiver.always(
        connection -> {
          most.accumulateAndGet(inFlight.incrementAndGet(), Math::max);
          inFlight.decrementAndGet();
          Behaviour.status(200).play(connection);
        });
  }

  private static Destination limited(
      TestReceiver receiver, @Nullable Integer maxRate, @Nullable Integer maxConcurrency) {
    Destination plain = destination(1, ALWAYS, false, receiver.url("/"));
    return new Destination(
        plain.id(),
        plain.name(),
        plain.paused(),
        plain.enabled(),
        plain.connections(),
        plain.settings().withMaxRate(maxRate).withMaxConcurrency(maxConcurrency),
        plain.createdAt());
  }

  @Test
  void limitOfOne_holdsOverBothNodes_andBothDeliver() {
    TestReceiver receiver = counting();
    Destination limited = limited(receiver, null, 1);
    sendTo(0, 20);
    sendTo(1, 20);
    node("one", first, limited);
    node("other", second, limited);
    first.claim(0);
    second.claim(1);
    await().untilAsserted(() -> assertThat(ids(receiver)).hasSize(40).doesNotHaveDuplicates());
    assertThat(most).hasValue(1);
  }

  @Test
  void stoppedNode_leavesItsShareAtOnce() {
    TestReceiver receiver = counting();
    node("one", first, limited(receiver, 50, null));
    first.claim(0);
    sendTo(0, 5);
    await().untilAsserted(() -> assertThat(ids(receiver)).hasSize(5));
    assertThat(shares()).isEqualTo(1);
    nodes.close();
    assertThat(shares()).isZero();
  }

  private long shares() {
    return cursorDatabase().list(Long.class, "select count(*) from limit_share").getFirst();
  }
}
