package io.postrider.log.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

final class CoordinatorContactTest {

  private static final long SECOND = 1_000_000_000;

  private final CoordinatorContact contact = new CoordinatorContact();

  @Test
  void noAnswer_provesNothing() {
    assertThat(contact.heardNanos()).isEmpty();
    contact.observe(0, 0);
    contact.observe(SECOND, 0);
    assertThat(contact.heardNanos()).isEmpty();
  }

  @Test
  void answersBeforeTheFirstObservation_proveNothing() {
    contact.observe(0, 5);
    assertThat(contact.heardNanos()).isEmpty();
  }

  @Test
  void firstAnswer_provesNothing() {
    contact.observe(0, 0);
    contact.observe(SECOND, 1); // may have been sent at any time
    assertThat(contact.heardNanos()).isEmpty();
  }

  @Test
  void answer_countsFromBeforeThePreviousOne() {
    contact.observe(SECOND, 0);
    contact.observe(2 * SECOND, 1); // the previous answer came after second 1
    contact.observe(3 * SECOND, 1);
    contact.observe(4 * SECOND, 2);
    assertThat(contact.heardNanos()).hasValue(SECOND);
  }

  @Test
  void severalAnswersAtOnce_countFromTheLastObservation() {
    contact.observe(SECOND, 0);
    contact.observe(3 * SECOND, 2);
    assertThat(contact.heardNanos()).hasValue(SECOND);
  }

  @Test
  void answerAfterAPause_isNoProofOfThePresent() {
    contact.observe(0, 0);
    contact.observe(SECOND, 2);
    contact.observe(60 * SECOND, 3); // perhaps an answer to a request of second 1
    assertThat(contact.heardNanos()).hasValue(0);
  }

  /** A member that sends one request after the other, observed at any moments. */
  @Test
  void contact_isNeverLaterThanWhatTheCoordinatorHeard() {
    for (int seed = 0; seed < 200; seed++) {
      Random random = new Random(seed);
      CoordinatorContact observed = new CoordinatorContact();
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
          default -> assertNotAfter(observed, heard, seed);
        }
      }
    }
  }

  private static void assertNotAfter(CoordinatorContact observed, long heard, int seed) {
    if (observed.heardNanos().isPresent()) {
      assertThat(observed.heardNanos().getAsLong()).as("seed %d", seed).isLessThanOrEqualTo(heard);
    }
  }
}
