package io.postrider.log.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.log.LogState;
import io.postrider.log.RecordBatch;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The watch, driven while a commit is under way: the disk asks it in the middle of a sync. */
final class StallWatchTest {

  private static final Duration LIMIT = Duration.ofSeconds(10);

  @Test
  void commit_stallsAfterTheLimit_andNotBefore() throws Exception {
    AskingDisk disk = new AskingDisk(new SimulatedDisk());
    EmbeddedLog log = EmbeddedLog.openWithoutThreads(disk, EmbeddedLogOptions.DEFAULT);
    LogWriter writer = log.core().writer();
    StallWatch watch = new StallWatch(writer, log.core().view(), LIMIT);
    List<LogState> states = new ArrayList<>();
    disk.onSync(
        () -> {
          long now = System.nanoTime();
          long began = now - writer.workingNanos(now);
          watch.check(began + LIMIT.toNanos());
          states.add(log.state());
          watch.check(began + LIMIT.toNanos() + 1);
          states.add(log.state());
        });
    var _ = log.append(0, RecordBatch.of(new byte[1]));
    writer.step();

    assertThat(states.get(0)).isEqualTo(new LogState.Running());
    assertThat(states.get(1)).isInstanceOf(LogState.Stalled.class);
    assertThat(log.state()).isInstanceOf(LogState.Stalled.class);
    assertThat(writer.workingNanos(System.nanoTime())).isZero();
    watch.check(System.nanoTime());
    assertThat(log.state()).isEqualTo(new LogState.Running());
    log.close();
  }

  @Test
  void idleLog_neverStalls() {
    EmbeddedLog log =
        EmbeddedLog.openWithoutThreads(new SimulatedDisk(), EmbeddedLogOptions.DEFAULT);
    StallWatch watch = new StallWatch(log.core().writer(), log.core().view(), LIMIT);
    watch.check(Long.MAX_VALUE);
    watch.check(Long.MIN_VALUE);
    assertThat(log.state()).isEqualTo(new LogState.Running());
    log.close();
    watch.check(Long.MAX_VALUE);
    assertThat(log.state()).isEqualTo(new LogState.Closed());
  }
}
