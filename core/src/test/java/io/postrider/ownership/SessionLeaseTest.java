package io.postrider.ownership;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class SessionLeaseTest {

  private static final long SECOND = 1_000_000_000;

  private final SessionLease lease = SessionLease.of(Duration.ofSeconds(8));

  @Test
  void lease_endsByAMarginBeforeTheSession() {
    assertThat(lease.isHeld(3 * SECOND, 3 * SECOND)).isTrue();
    assertThat(lease.isHeld(3 * SECOND, 10 * SECOND - 1)).isTrue();
    assertThat(lease.isHeld(3 * SECOND, 10 * SECOND)).isFalse();
  }

  @Test
  void clock_mayOverflow() {
    assertThat(lease.isHeld(Long.MAX_VALUE - SECOND, Long.MIN_VALUE + SECOND)).isTrue();
    assertThat(lease.isHeld(Long.MAX_VALUE - SECOND, Long.MIN_VALUE + 7 * SECOND)).isFalse();
  }
}
