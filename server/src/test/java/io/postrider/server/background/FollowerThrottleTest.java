package io.postrider.server.background;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class FollowerThrottleTest {

  private static final Instant START = Instant.parse("2026-01-02T03:04:05Z");
  private static final Duration WORKED = Duration.ofMillis(10);
  private static final Duration REST = Duration.ofMillis(190);

  private CpuLoad.Use use = new CpuLoad.Use(1, 1);
  private Instant now = START;
  private final FollowerThrottle throttle =
      new FollowerThrottle(
          new CpuLoad() {
            @Override
            public Use use() {
              return use;
            }

            @Override
            public void follows(Thread thread) {}
          },
          () -> now,
          () -> now);

  private Duration rest(double all, double others) {
    use = new CpuLoad.Use(all, others);
    return throttle.rest(WORKED, now);
  }

  @Test
  void idleProcessors_areUsed() {
    assertThat(rest(0.749, 0.749)).isZero();
    assertThat(rest(-1, -1)).isZero();
  }

  @Test
  void processorsThatAreBusyWithFollowersAlone_areUsed() {
    assertThat(rest(1, 0.199)).isZero();
    assertThat(rest(1, 0.2)).isEqualTo(REST);
  }

  @Test
  void busyProcessors_areLeftToOthersForMostOfTheTime() {
    assertThat(rest(0.75, 0.7)).isEqualTo(REST);
    now = now.plus(REST);
    assertThat(rest(1, 1)).isEqualTo(REST);
  }

  @Test
  void manyFollowers_workTogetherNoMoreThanOneWould() {
    assertThat(rest(1, 1)).isEqualTo(REST);
    now = now.plusMillis(100);
    assertThat(rest(1, 1)).isEqualTo(REST.multipliedBy(2).minusMillis(100));
    now = now.plusMillis(280);
    assertThat(rest(1, 1)).isEqualTo(REST);
  }

  @Test
  void restsThatAreOwed_areForgottenOnceProcessorsAreIdle() {
    assertThat(rest(1, 1)).isEqualTo(REST);
    assertThat(rest(0.5, 0.5)).isZero();
    assertThat(rest(1, 1)).isEqualTo(REST);
  }

  @Test
  void rest_isNeverLong() {
    Duration longest = FollowerThrottle.MAX_PAUSE.dividedBy(FollowerThrottle.REST_FOR_WORK);
    assertThat(throttle.rest(longest, now)).isLessThanOrEqualTo(FollowerThrottle.MAX_PAUSE);
    assertThat(throttle.rest(longest, now)).isEqualTo(FollowerThrottle.MAX_PAUSE);
    assertThat(throttle.rest(Duration.ofDays(1), now)).isEqualTo(FollowerThrottle.MAX_PAUSE);
  }

  @Test
  void whoIsFarBehind_doesNotRest_andTakesNoRestFromOthers() {
    assertThat(rest(1, 1)).isEqualTo(REST);
    assertThat(throttle.rest(WORKED, now.minus(FollowerThrottle.FAR_BEHIND))).isZero();
    assertThat(throttle.rest(WORKED, now.minus(FollowerThrottle.FAR_BEHIND).plusNanos(1)))
        .isEqualTo(REST.multipliedBy(2));
  }

  @Test
  void whoHasTakenNothingYet_isNotBehind() {
    assertThat(throttle.rest(WORKED, Instant.MAX)).isEqualTo(REST);
  }

  @Test
  void whatFollowersUse_isNotUsedByOthers() throws InterruptedException {
    SystemCpuLoad processors = new SystemCpuLoad();
    CountDownLatch stop = new CountDownLatch(1);
    Thread follower =
        Thread.ofPlatform()
            .start(
                () -> {
                  while (stop.getCount() > 0) {
                    Thread.onSpinWait();
                  }
                });
    processors.follows(follower);
    CpuLoad.Use use = processors.use();
    while (use.all() - use.others() <= 0) {
      use = processors.use();
    }
    stop.countDown();
    follower.join();
    assertThat(use.all()).isLessThanOrEqualTo(1);
  }
}
