package io.postrider.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class LogThrottleTest {

  private static final Duration INTERVAL = Duration.ofSeconds(10);

  private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 5);
  private final LogThrottle throttle = new LogThrottle(INTERVAL, nanos::get);

  @Test
  void oneLineEachInterval_isAdmitted_withTheNumberOfTheOthers() {
    assertThat(throttle.admit()).isZero();
    for (int i = 0; i < 1_000; i++) {
      assertThat(throttle.admit()).isEqualTo(LogThrottle.SKIP);
    }
    nanos.addAndGet(INTERVAL.toNanos() - 1); // passes the largest value on the way
    assertThat(throttle.admit()).isEqualTo(LogThrottle.SKIP);
    nanos.incrementAndGet();
    assertThat(throttle.admit()).isEqualTo(1_001);
    assertThat(throttle.admit()).isEqualTo(LogThrottle.SKIP);
  }
}
