package io.postrider.ownership;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class LeaseWatchTest {

  private static final long SECOND = 1_000_000_000;

  /** The lease is seven seconds. */
  private final LeaseWatch watch = new LeaseWatch(SessionLease.of(Duration.ofSeconds(8)));

  private boolean looks(long heardSecond, long nowSecond) {
    return watch.isRegained(OptionalLong.of(heardSecond * SECOND), nowSecond * SECOND);
  }

  @Test
  void firstLease_isRegained() {
    assertThat(watch.isRegained(OptionalLong.empty(), 0)).isFalse();
    assertThat(looks(0, 1)).isTrue();
    assertThat(looks(0, 2)).isFalse();
  }

  @Test
  void leaseThatIsRenewedInTime_isNotRegained() {
    assertThat(looks(0, 1)).isTrue();
    for (long second = 2; second < 100; second += 5) {
      assertThat(looks(second - 1, second)).isFalse();
    }
  }

  @Test
  void lapseThatALookSees_isReportedOnce_whenTheLeaseIsBack() {
    assertThat(looks(0, 1)).isTrue();
    assertThat(looks(0, 7)).isFalse();
    assertThat(looks(0, 8)).isFalse();
    assertThat(looks(8, 9)).isTrue();
    assertThat(looks(8, 10)).isFalse();
  }

  @Test
  void lapseBetweenTwoLooks_isReported() {
    assertThat(looks(0, 6)).isTrue();
    assertThat(looks(7, 8)).isTrue();
    assertThat(looks(7, 9)).isFalse();
  }

  /** It may have been heard of early or late within the pause. */
  @Test
  void pauseOfALease_isReported_whateverWasHeardInIt() {
    assertThat(looks(0, 1)).isTrue();
    assertThat(looks(6, 7)).isTrue();
    assertThat(looks(14, 20)).isTrue();
    assertThat(looks(14, 20)).isFalse();
  }

  @Test
  void lapseBeforeALookWithoutALease_isReported_onlyWhenItIsBack() {
    assertThat(looks(0, 1)).isTrue();
    assertThat(looks(2, 30)).isFalse();
    assertThat(looks(29, 31)).isTrue();
  }

  @Test
  void contactThatIsForgotten_isALapse() {
    assertThat(looks(0, 1)).isTrue();
    assertThat(watch.isRegained(OptionalLong.empty(), 2 * SECOND)).isFalse();
    assertThat(looks(3, 3)).isTrue();
  }
}
