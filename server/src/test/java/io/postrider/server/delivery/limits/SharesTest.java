package io.postrider.server.delivery.limits;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.delivery.DeliverySettings;
import io.postrider.delivery.LimitDemand;
import io.postrider.delivery.LimitShare;
import io.postrider.id.DestinationId;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Nodes that lease shares of one destination's limits, with a clock that the test sets. */
class SharesTest {

  private static final DestinationId ID = new DestinationId(7);
  private static final LimitDemand IDLE = new LimitDemand(0, 0, 0, false);
  private static final LimitDemand BUSY = new LimitDemand(0, 256, 0, true);

  private final MemoryShareStore store = new MemoryShareStore();
  private final Node one = new Node("one");
  private final Node other = new Node("other");
  private long now = 1_000_000;
  private int maxConcurrency = 1;
  private int maxRate = 1;

  private final class Node {

    private final String name;
    private final NodeShares shares = new NodeShares();
    private LimitShare share = shares.first(settings(), 0);

    Node(String name) {
      this.name = name;
    }

    /** One pass of a node: what it asked for, and whether another pass follows at once. */
    boolean lease(LimitDemand demand) {
      store.nowMillis = now + 3_600_000; // the clock of the database is another one
      List<ShareRequest> requests =
          shares.requests(Map.of(ID, new NodeShares.Usage(settings(), demand)), now);
      share = shares.granted(store.lease(name, requests), now).getOrDefault(ID, share);
      return shares.hasLowered();
    }

    int concurrency() {
      return share.at(now).concurrency();
    }

    int milliRate() {
      return share.at(now).milliRate();
    }
  }

  private DeliverySettings settings() {
    return new DeliverySettings(List.of("http://a"), maxRate, maxConcurrency, false);
  }

  @Test
  void limitOfOne_movesToTheNodeWithDemand() {
    one.lease(IDLE);
    other.lease(IDLE);
    assertThat(one.concurrency()).isEqualTo(1);
    assertThat(other.concurrency()).isZero();

    other.lease(BUSY);
    assertThat(other.concurrency()).as("the first one has it until it knows").isZero();
    assertThat(one.lease(IDLE)).as("it gives it up at once").isTrue();
    assertThat(one.concurrency()).isZero();
    one.lease(IDLE);
    other.lease(BUSY);
    assertThat(other.concurrency()).isEqualTo(1);
  }

  @Test
  void attemptInFlight_keepsItsShareUntilItEnds() {
    one.lease(BUSY);
    other.lease(BUSY);
    LimitDemand sending = new LimitDemand(1, 1, 0, false);
    for (int i = 0; i < 100; i++) {
      now += 1_000;
      one.lease(sending);
      one.lease(sending);
      other.lease(BUSY);
      assertThat(other.concurrency()).isZero();
    }
    while (one.lease(IDLE)) {
      assertThat(other.concurrency()).isZero();
    }
    other.lease(BUSY);
    assertThat(other.concurrency()).isEqualTo(1);
  }

  @Test
  void limitOfOne_takesTurnsWhileBothWantIt() {
    boolean[] had = new boolean[2];
    for (int i = 0; i < 30; i++) {
      now += 1_000;
      for (Node node : List.of(one, other)) {
        if (node.lease(BUSY)) {
          node.lease(BUSY);
        }
      }
      assertThat(one.concurrency() + other.concurrency()).isLessThanOrEqualTo(1);
      had[0] |= one.concurrency() == 1;
      had[1] |= other.concurrency() == 1;
    }
    assertThat(had).containsExactly(true, true);
  }

  @Test
  void rateOfOne_isDividedInThousandths() {
    one.lease(BUSY);
    other.lease(BUSY);
    one.lease(BUSY);
    one.lease(BUSY);
    other.lease(BUSY);
    assertThat(one.milliRate()).isEqualTo(500);
    assertThat(other.milliRate()).isEqualTo(500);
    other.lease(IDLE);
    other.lease(IDLE);
    one.lease(BUSY);
    assertThat(one.milliRate()).isEqualTo(1_000);
    assertThat(other.milliRate()).isZero();
  }

  @Test
  void deadNode_losesItsShareWhenItsLeaseEnds() {
    maxConcurrency = 6;
    one.lease(BUSY);
    now += ShareStore.LEASE.toMillis() - 1;
    other.lease(BUSY);
    assertThat(other.concurrency()).isZero();
    now += 1;
    other.lease(BUSY);
    assertThat(other.concurrency()).isEqualTo(6);
  }

  @Test
  void withoutTheDatabase_theShareHolds_thenAFairPart() {
    maxConcurrency = 6;
    maxRate = 9;
    one.lease(IDLE);
    other.lease(IDLE);
    one.lease(BUSY);
    while (other.lease(IDLE)) {}
    one.lease(BUSY);
    assertThat(one.concurrency()).isEqualTo(6);
    assertThat(other.concurrency()).isZero();
    now += ShareStore.LEASE.toMillis() - NodeShares.CAUTION_MILLIS - 1;
    assertThat(one.concurrency()).isEqualTo(6);
    assertThat(one.milliRate()).isEqualTo(9_000);
    now += 1;
    assertThat(one.concurrency()).isEqualTo(3);
    assertThat(other.concurrency()).as("the first lease may still hold").isZero();
    now += NodeShares.CAUTION_MILLIS;
    assertThat(one.concurrency()).isEqualTo(3);
    assertThat(other.concurrency()).isEqualTo(3);
    assertThat(one.milliRate()).isEqualTo(4_500);
  }

  @Test
  void withoutTheDatabase_everyNodeKeepsOneAttempt() {
    one.lease(BUSY);
    other.lease(BUSY);
    now += ShareStore.LEASE.toMillis();
    assertThat(one.concurrency()).isEqualTo(1);
    assertThat(other.concurrency()).isEqualTo(1);
  }

  @Test
  void nodeThatComesBack_leavesTheOthersTheirFairParts() {
    maxConcurrency = 6;
    one.lease(BUSY);
    other.lease(BUSY);
    one.lease(BUSY);
    now += 60_000;
    one.lease(BUSY);
    assertThat(one.concurrency()).isEqualTo(3);
    for (int i = 1; i < ShareStore.LEASE.toSeconds(); i++) {
      now += 1_000;
      one.lease(BUSY);
      assertThat(one.concurrency()).isEqualTo(3);
    }
    now += 1_000;
    one.lease(BUSY);
    assertThat(one.concurrency()).as("the other did not come back").isEqualTo(6);
  }

  @Test
  void newDestination_hasNothingBeforeItsFirstLease() {
    assertThat(one.shares.first(settings(), now).at(now).concurrency()).isZero();
    assertThat(one.shares.first(settings(), now).at(now + 60_000).concurrency()).isEqualTo(1);
  }

  @Test
  void unchangedShare_isWrittenAgainOnlyWhenItsLeaseGetsShort() {
    one.lease(IDLE);
    List<ShareRow> first = store.rows();
    now += ShareStore.LEASE.toMillis() - ShareTable.RENEW_MILLIS;
    one.lease(IDLE);
    assertThat(store.rows()).isEqualTo(first);
    now++;
    one.lease(IDLE);
    assertThat(store.rows()).hasSameSizeAs(first).isNotEqualTo(first);
  }

  @Test
  void loweredLimit_isObeyedAfterEachNodeAskedAgain() {
    maxConcurrency = 100;
    one.lease(BUSY);
    other.lease(BUSY);
    one.lease(BUSY);
    one.lease(BUSY);
    other.lease(BUSY);
    assertThat(one.concurrency() + other.concurrency()).isEqualTo(100);
    maxConcurrency = 10;
    while (one.lease(BUSY) || other.lease(BUSY)) {}
    one.lease(BUSY);
    other.lease(BUSY);
    assertThat(one.concurrency() + other.concurrency()).isEqualTo(10);
  }
}
