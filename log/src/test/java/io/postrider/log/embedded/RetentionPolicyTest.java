package io.postrider.log.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

final class RetentionPolicyTest {

  private static final Instant NOW = Instant.parse("2026-03-01T10:00:00Z");
  private static final long ALL_NEEDED = 0;
  private static final long NONE_NEEDED = Long.MAX_VALUE;

  /** Retention of a day, at most a week, a protected age of two days, 1000 bytes. */
  private static final RetentionLimits LIMITS =
      new RetentionLimits(Duration.ofDays(1), Duration.ofDays(7), Duration.ofDays(2), 1000);

  @Test
  void oldSegments_expireOnceNobodyNeedsThem() {
    List<RetentionPolicy.SealedSegment> segments = segments(100, 5, 4, 3, 0);
    assertThat(decide(segments, 0, NONE_NEEDED)).isEqualTo(new RetentionPolicy.Decision(3, false));
    assertThat(decide(segments, 0, ALL_NEEDED)).isEqualTo(new RetentionPolicy.Decision(0, false));
    assertThat(decide(segments, 0, 25)).isEqualTo(new RetentionPolicy.Decision(2, false));
    assertThat(decide(segments, 0, 20)).isEqualTo(new RetentionPolicy.Decision(2, false));
    assertThat(decide(segments, 0, 19)).isEqualTo(new RetentionPolicy.Decision(1, false));
  }

  @Test
  void veryOldSegments_expireAnyway() {
    assertThat(decide(segments(100, 9, 8, 6), 0, ALL_NEEDED))
        .isEqualTo(new RetentionPolicy.Decision(2, false));
  }

  @Test
  void tooLarge_expiresUnneededSegmentsFirst() {
    assertThat(decide(segments(400, 0, 0, 0), 400, NONE_NEEDED))
        .isEqualTo(new RetentionPolicy.Decision(2, false));
  }

  @Test
  void tooLarge_expiresNeededSegmentsIfOldEnough() {
    assertThat(decide(segments(400, 4, 3, 0), 400, ALL_NEEDED))
        .isEqualTo(new RetentionPolicy.Decision(2, false));
  }

  @Test
  void tooLarge_andNeededAndYoung_isFull() {
    assertThat(decide(segments(400, 4, 0, 0), 400, ALL_NEEDED))
        .isEqualTo(new RetentionPolicy.Decision(1, true));
  }

  @Test
  void exactlyAtTheLimit_isNotFull() {
    assertThat(decide(segments(300, 0, 0), 400, ALL_NEEDED))
        .isEqualTo(new RetentionPolicy.Decision(0, false));
    assertThat(decide(segments(300, 0, 0), 401, ALL_NEEDED))
        .isEqualTo(new RetentionPolicy.Decision(0, true));
  }

  @Test
  void clockThatIsNotSettled_expiresNothingByAge() {
    RetentionPolicy.Moment unsure = new RetentionPolicy.Moment(NOW, false, NONE_NEEDED);
    assertThat(RetentionPolicy.decide(LIMITS, segments(100, 900, 800), 0, unsure))
        .isEqualTo(new RetentionPolicy.Decision(0, false));
    assertThat(RetentionPolicy.decide(LIMITS, segments(400, 900, 800, 0), 400, unsure))
        .as("a log that is too large")
        .isEqualTo(new RetentionPolicy.Decision(2, false));
  }

  @Test
  void ageExpiresAFewSegmentsAtOnce() {
    int[] eight = new int[8];
    int[] nine = new int[9];
    int[] many = new int[320];
    for (int[] ages : List.of(eight, nine, many)) {
      Arrays.fill(ages, 30);
    }
    assertThat(decide(segments(1, eight), 0, NONE_NEEDED).expired()).isEqualTo(8);
    assertThat(decide(segments(1, nine), 0, NONE_NEEDED).expired()).isEqualTo(8);
    assertThat(decide(segments(1, many), 0, ALL_NEEDED).expired()).isEqualTo(20);
    assertThat(decide(segments(10, many), 0, NONE_NEEDED).expired())
        .as("size has no such bound")
        .isEqualTo(220 + 20);
  }

  private static RetentionPolicy.Decision decide(
      List<RetentionPolicy.SealedSegment> segments, long otherBytes, long neededFrom) {
    return RetentionPolicy.decide(
        LIMITS, segments, otherBytes, new RetentionPolicy.Moment(NOW, true, neededFrom));
  }

  /** Segments of ten records each, of these ages in days. */
  private static List<RetentionPolicy.SealedSegment> segments(long sizeBytes, int... ageDays) {
    List<RetentionPolicy.SealedSegment> segments = new ArrayList<>();
    for (int days : ageDays) {
      long youngestMs = NOW.minus(Duration.ofDays(days)).toEpochMilli();
      segments.add(
          new RetentionPolicy.SealedSegment(10L * (segments.size() + 1), youngestMs, sizeBytes));
    }
    return segments;
  }
}
