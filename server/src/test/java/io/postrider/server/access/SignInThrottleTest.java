package io.postrider.server.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

final class SignInThrottleTest {

  private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

  private final SignInThrottle throttle = new SignInThrottle();

  private void fail(String address, int times, Instant now) {
    for (int i = 0; i < times; i++) {
      assertThat(throttle.charge(address, now)).isEmpty();
    }
  }

  @Test
  void address_failsTenTimesAndThenOnceEveryThirtySeconds() {
    fail("192.0.2.1", 10, NOON);
    assertThat(throttle.charge("192.0.2.1", NOON)).contains(Duration.ofSeconds(30));
    assertThat(throttle.charge("192.0.2.1", NOON.plusMillis(29_999)))
        .contains(Duration.ofMillis(1));
    fail("192.0.2.1", 1, NOON.plusSeconds(30));
    assertThat(throttle.charge("192.0.2.1", NOON.plusSeconds(31))).contains(Duration.ofSeconds(29));
    fail("192.0.2.1", 3, NOON.plusSeconds(120));
    fail("192.0.2.2", 10, NOON);
  }

  @Test
  void attempts_refillUpToTen() {
    fail("192.0.2.1", 10, NOON);
    fail("192.0.2.1", 10, NOON.plus(Duration.ofDays(1)));
    assertThat(throttle.charge("192.0.2.1", NOON.plus(Duration.ofDays(1)))).isPresent();
  }

  @Test
  void success_costsNothing() {
    for (int i = 0; i < 100; i++) {
      fail("192.0.2.1", 1, NOON);
      throttle.refund("192.0.2.1", NOON);
    }
    assertThat(throttle.remembered()).isZero();
    fail("192.0.2.1", 9, NOON);
    fail("192.0.2.1", 1, NOON);
    throttle.refund("192.0.2.1", NOON);
    fail("192.0.2.1", 1, NOON);
    assertThat(throttle.charge("192.0.2.1", NOON)).isPresent();
    throttle.refund("192.0.2.9", NOON);
  }

  @Test
  void networkOfIpv6_countsAsOne() {
    fail("2001:db8:1:2::1", 5, NOON);
    fail("2001:db8:1:2:ffff::9", 5, NOON);
    assertThat(throttle.charge("2001:db8:1:2::3", NOON)).isPresent();
    assertThat(throttle.charge("2001:db8:1:3::1", NOON)).isEmpty();
  }

  @Test
  void memory_isBounded() {
    fail("192.0.2.1", 10, NOON);
    for (int i = 0; i < SignInThrottle.MAX_ADDRESSES - 1; i++) {
      fail("10.1.%d.%d".formatted(i / 250, i % 250), 1, NOON);
    }
    assertThat(throttle.charge("192.0.2.1", NOON)).isPresent();
    fail("10.99.0.1", 1, NOON);
    assertThat(throttle.remembered()).isEqualTo(SignInThrottle.MAX_ADDRESSES);
    assertThat(throttle.charge("192.0.2.1", NOON)).isPresent();
  }

  @Test
  void clockGoingBack_refillsNothing() {
    fail("192.0.2.1", 10, NOON);
    Instant earlier = NOON.minus(Duration.ofDays(1));
    assertThat(throttle.charge("192.0.2.1", earlier)).contains(Duration.ofSeconds(30));
    fail("192.0.2.1", 1, earlier.plusSeconds(30));
    assertThat(throttle.charge("192.0.2.1", earlier.plusSeconds(31))).isPresent();
  }
}
