package io.postrider.log.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class CoordinatorContactTest {

  private static final long SECOND = 1_000_000_000;

  private static final Duration SESSION = Duration.ofSeconds(45);

  private final CoordinatorContact contact = new CoordinatorContact(SESSION);

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

  /** One answer was on its way when the process stopped; the next ends the membership. */
  @Test
  void errorAfterASilence_isNoProof() {
    contact.observe(0, 0);
    contact.observe(SECOND, 2);
    contact.observe(60 * SECOND, 2);
    contact.observe(61 * SECOND, 3);
    contact.observe(62 * SECOND, 4);
    assertThat(contact.heardNanos()).hasValue(0);
  }

  @Test
  void bothAtOnceAfterASilence_areNoProof() {
    contact.observe(0, 0);
    contact.observe(SECOND, 2);
    contact.observe(60 * SECOND, 2);
    contact.observe(61 * SECOND, 4);
    assertThat(contact.heardNanos()).hasValue(0);
  }

  @Test
  void thirdAnswerAfterASilence_provesThatTheMembershipGoesOn() {
    contact.observe(0, 0);
    contact.observe(SECOND, 2);
    contact.observe(60 * SECOND, 2);
    contact.observe(61 * SECOND, 4);
    contact.observe(62 * SECOND, 5);
    assertThat(contact.heardNanos()).hasValue(60 * SECOND);
    contact.observe(63 * SECOND, 6);
    assertThat(contact.heardNanos()).hasValue(61 * SECOND);
    contact.observe(120 * SECOND, 7); // silent again
    assertThat(contact.heardNanos()).hasValue(61 * SECOND);
  }

  @Test
  void secondSilence_countsAnew() {
    contact.observe(0, 0);
    contact.observe(SECOND, 2);
    contact.observe(60 * SECOND, 3);
    contact.observe(120 * SECOND, 3);
    contact.observe(121 * SECOND, 4);
    contact.observe(122 * SECOND, 5); // may be the error
    assertThat(contact.heardNanos()).hasValue(0);
    contact.observe(123 * SECOND, 6);
    assertThat(contact.heardNanos()).hasValue(121 * SECOND);
  }

  @Test
  void silenceOfLessThanASession_needsNoMoreProof() {
    contact.observe(0, 0);
    contact.observe(SECOND, 2);
    contact.observe(44 * SECOND, 2);
    contact.observe(45 * SECOND - 1, 4);
    assertThat(contact.heardNanos()).hasValue(44 * SECOND);
  }

  /** A member that sends one request after the other, observed at any moments. */
  @Test
  void contact_isNeverLaterThanWhatTheCoordinatorHeard() {
    for (int seed = 0; seed < 200; seed++) {
      Random random = new Random(seed);
      CoordinatorContact observed =
          new CoordinatorContact(Duration.ofMillis(1 + random.nextInt(1_000)));
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
