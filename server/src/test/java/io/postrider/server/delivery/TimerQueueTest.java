package io.postrider.server.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TimerQueueTest {

  private static final class FakeSleeper extends TimerQueue.Timed {
    long at = Long.MAX_VALUE;

    @Override
    long wakeAtMillis() {
      return at;
    }
  }

  private final TimerQueue timers = new TimerQueue();

  private FakeSleeper timed(long at) {
    FakeSleeper timed = new FakeSleeper();
    timed.at = at;
    timers.schedule(timed);
    return timed;
  }

  private List<TimerQueue.Timed> wakened(long now) {
    List<TimerQueue.Timed> woken = new ArrayList<>();
    timers.wake(now, woken::add);
    return woken;
  }

  @Test
  void entries_wakeWhenTheyAreDue() {
    FakeSleeper late = timed(20);
    FakeSleeper early = timed(10);
    timed(Long.MAX_VALUE);
    assertThat(timers.nextMillis()).isEqualTo(10);
    assertThat(wakened(9)).isEmpty();
    assertThat(wakened(10)).containsExactly(early);
    assertThat(wakened(30)).containsExactly(late);
    assertThat(wakened(40)).isEmpty();
  }

  @Test
  void entryThatMovedBack_isNotWokenEarly() {
    FakeSleeper timed = timed(10);
    timed.at = 50;
    timers.schedule(timed);
    assertThat(wakened(10)).isEmpty();
    assertThat(timers.nextMillis()).isEqualTo(50);
    assertThat(wakened(50)).containsExactly(timed);
  }

  @Test
  void entryThatMovedForward_isWokenOnce() {
    FakeSleeper timed = timed(50);
    timed.at = 10;
    timers.schedule(timed);
    assertThat(wakened(10)).containsExactly(timed);
    timed.at = Long.MAX_VALUE;
    timers.schedule(timed);
    assertThat(wakened(60)).isEmpty();
  }
}
