package io.postrider.log.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class SessionLeaseTest {

  private static final long SECOND = 1_000_000_000;

  private final SessionLease lease = new SessionLease(Duration.ofSeconds(7));

  @Test
  void lease_isNotHeldBeforeAnAnswer() {
    assertThat(lease.isHeld(0)).isFalse();
    lease.observe(0, 0);
    lease.observe(SECOND, 0);
    assertThat(lease.isHeld(SECOND)).isFalse();
  }

  @Test
  void answersBeforeTheFirstObservation_proveNothing() {
    lease.observe(0, 5);
    assertThat(lease.isHeld(0)).isFalse();
  }

  @Test
  void firstAnswer_provesNothing() {
    lease.observe(0, 0);
    lease.observe(SECOND, 1); // may have been sent at any time
    assertThat(lease.isHeld(SECOND)).isFalse();
  }

  @Test
  void answer_countsFromBeforeThePreviousOne() {
    lease.observe(SECOND, 0);
    lease.observe(2 * SECOND, 1); // the previous answer came after second 1
    lease.observe(3 * SECOND, 1);
    lease.observe(4 * SECOND, 2);
    assertThat(lease.isHeld(8 * SECOND - 1)).isTrue();
    assertThat(lease.isHeld(8 * SECOND)).isFalse();
  }

  @Test
  void severalAnswersAtOnce_countFromTheLastObservation() {
    lease.observe(SECOND, 0);
    lease.observe(3 * SECOND, 2);
    assertThat(lease.isHeld(8 * SECOND - 1)).isTrue();
    assertThat(lease.isHeld(8 * SECOND)).isFalse();
  }

  @Test
  void pause_endsTheLeaseWithoutAnObservation() {
    lease.observe(0, 0);
    lease.observe(SECOND, 2);
    assertThat(lease.isHeld(SECOND)).isTrue();
    assertThat(lease.isHeld(60 * SECOND)).isFalse();
  }

  @Test
  void answerAfterAPause_isNoProofOfThePresent() {
    lease.observe(0, 0);
    lease.observe(SECOND, 2);
    lease.observe(60 * SECOND, 3); // perhaps an answer to a request of second 1
    assertThat(lease.isHeld(60 * SECOND)).isFalse();
  }

  /** A member that sends one request after the other, observed at any moments. */
  @Test
  void lease_neverExceedsWhatTheCoordinatorHeard() {
    for (int seed = 0; seed < 200; seed++) {
      Random random = new Random(seed);
      SessionLease observed = new SessionLease(Duration.ofNanos(1_000));
      long now = 0;
      long answers = 0;
      long heard = Long.MIN_VALUE; // the newest request that was answered
      long sent = 0;
      for (int step = 0; step < 500; step++) {
        now += random.nextInt(200);
        switch (random.nextInt(3)) {
          case 0 -> observed.observe(now, answers);
          case 1 -> {
            answers++;
            heard = sent; // as early as it can have been received
            sent = now;
          }
          default -> assertHeldOnlyAfter(observed, heard, now, seed);
        }
      }
    }
  }

  private static void assertHeldOnlyAfter(SessionLease observed, long heard, long now, int seed) {
    if (observed.isHeld(now)) {
      assertThat(now - heard).as("seed %d", seed).isLessThan(1_000);
    }
  }
}
