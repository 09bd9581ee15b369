package io.postrider.log.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.postrider.log.LogBusyException;
import io.postrider.log.LogUnavailableException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class AppendQueueTest {

  private static final Duration STALL = Duration.ofSeconds(10);

  private final AtomicLong nanos = new AtomicLong();
  private final AppendQueue.Budget budget = new AppendQueue.Budget(100);
  private final AppendQueue queue = new AppendQueue(3, budget, STALL, nanos::get);

  private static InFlightAppend append(long weightBytes) {
    return new InFlightAppend(1, weightBytes, (_, _) -> {});
  }

  private InFlightAppend join(long weightBytes) {
    InFlightAppend append = append(weightBytes);
    queue.join(append);
    return append;
  }

  @Test
  void queue_isBusyExactlyBeyondItsBound() {
    InFlightAppend first = join(60);
    join(40);
    assertThatThrownBy(() -> join(1)).isInstanceOf(LogBusyException.class);
    queue.leave(first);
    join(60);
    assertThatThrownBy(() -> join(1)).isInstanceOf(LogBusyException.class);
  }

  @Test
  void partitions_shareTheBound() {
    AppendQueue other = new AppendQueue(4, budget, STALL, nanos::get);
    join(60);
    assertThatThrownBy(() -> other.join(append(41))).isInstanceOf(LogBusyException.class);
    other.join(append(40));
  }

  @Test
  void oldAppend_closesTheQueueExactlyWhenItStalls() {
    InFlightAppend old = join(1);
    nanos.addAndGet(STALL.toNanos() - 1);
    join(1);
    nanos.incrementAndGet();
    assertThatThrownBy(() -> join(1))
        .isInstanceOf(LogUnavailableException.class)
        .hasMessageContaining("partition 3")
        .hasMessageContaining("10 seconds");
    assertThat(queue.outage()).isPresent();
    queue.leave(old);
    assertThat(queue.outage()).isEmpty();
    join(1);
  }

  @Test
  void afterAFailure_oneAtATimeTries() {
    InFlightAppend failed = join(1);
    queue.leave(failed);
    queue.failed();
    assertThat(queue.outage()).isPresent();
    InFlightAppend trying = join(1);
    assertThatThrownBy(() -> join(1)).isInstanceOf(LogUnavailableException.class);
    queue.leave(trying);
    queue.healthy();
    join(1);
    join(1);
  }

  @Test
  void healthyBrokers_openTheQueueWithoutAnAppend() {
    queue.failed();
    queue.healthy();
    assertThat(queue.outage()).isEmpty();
    assertThatCode(() -> join(1)).doesNotThrowAnyException();
  }

  @Test
  void healthyBrokers_doNotHideAnAppendThatStalls() {
    join(1);
    nanos.addAndGet(STALL.toNanos());
    queue.healthy();
    assertThat(queue.outage()).isPresent();
  }

  @Test
  void refusedAppend_takesNothingOfTheBound() {
    queue.failed();
    InFlightAppend trying = join(100);
    assertThatThrownBy(() -> join(1)).isInstanceOf(LogUnavailableException.class);
    queue.leave(trying);
    assertThat(budget.usedBytes()).hasValue(0);
  }
}
