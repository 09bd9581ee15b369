package io.postrider.server.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TimerQueueTest {

  private static final class FakeSleeper extends TimerQueue.Sleeper {
    long at = Long.MAX_VALUE;

    @Override
    long wakeAtMillis() {
      return at;
    }
  }

  private final TimerQueue wakeUps = new TimerQueue();

  private FakeSleeper sleeper(long at) {
    FakeSleeper sleeper = new FakeSleeper();
    sleeper.at = at;
    wakeUps.look(sleeper);
    return sleeper;
  }

  private List<TimerQueue.Sleeper> wakened(long now) {
    List<TimerQueue.Sleeper> woken = new ArrayList<>();
    wakeUps.wake(now, woken::add);
    return woken;
  }

  @Test
  void sleepers_wakeWhenTheirTimeHasCome() {
    FakeSleeper late = sleeper(20);
    FakeSleeper early = sleeper(10);
    sleeper(Long.MAX_VALUE);
    assertThat(wakeUps.nextMillis()).isEqualTo(10);
    assertThat(wakened(9)).isEmpty();
    assertThat(wakened(10)).containsExactly(early);
    assertThat(wakened(30)).containsExactly(late);
    assertThat(wakened(40)).isEmpty();
  }

  @Test
  void sleeper_whoseTimeMovedBackIsNotWokenEarly() {
    FakeSleeper sleeper = sleeper(10);
    sleeper.at = 50;
    wakeUps.look(sleeper);
    assertThat(wakened(10)).isEmpty();
    assertThat(wakeUps.nextMillis()).isEqualTo(50);
    assertThat(wakened(50)).containsExactly(sleeper);
  }

  @Test
  void sleeper_whoseTimeMovedForwardIsWokenOnce() {
    FakeSleeper sleeper = sleeper(50);
    sleeper.at = 10;
    wakeUps.look(sleeper);
    assertThat(wakened(10)).containsExactly(sleeper);
    sleeper.at = Long.MAX_VALUE;
    wakeUps.look(sleeper);
    assertThat(wakened(60)).isEmpty();
  }
}
