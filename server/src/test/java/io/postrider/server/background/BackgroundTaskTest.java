package io.postrider.server.background;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.log.LogUnavailableException;
import io.postrider.server.background.BackgroundTask.Options;
import io.postrider.server.catalog.RecordingLog;
import io.postrider.server.database.Database;
import io.postrider.server.database.DatabaseUnavailableException;
import io.postrider.server.database.DatabaseUrl;
import io.postrider.server.database.Schema;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(30)
class BackgroundTaskTest {

  private static final Duration NEVER = Duration.ofDays(1);

  private final BlockingQueue<String> runs = new LinkedBlockingQueue<>();

  private static Options options(Duration interval) {
    return Options.every(interval, "test-task", "Cannot test; retrying.");
  }

  @Test
  void step_runsAgainAtOnceWhileThereIsMore() throws InterruptedException {
    AtomicInteger left = new AtomicInteger(3);
    try (BackgroundTask _ =
        BackgroundTask.start(
            options(NEVER).atOnce(),
            () -> {
              runs.add("run");
              return left.decrementAndGet() > 0;
            })) {
      assertThat(runs.take()).isEqualTo("run");
      assertThat(runs.take()).isEqualTo("run");
      assertThat(runs.take()).isEqualTo("run");
    }
    assertThat(runs).isEmpty();
  }

  @Test
  void wake_endsTheInterval() throws InterruptedException {
    try (BackgroundTask task =
        BackgroundTask.start(
            options(NEVER),
            () -> {
              runs.add("run");
              return false;
            })) {
      task.wake();
      assertThat(runs.take()).isEqualTo("run");
      task.wake();
      assertThat(runs.take()).isEqualTo("run");
    }
  }

  @Test
  void wakeDuringAStep_isNotLost() throws InterruptedException {
    CountDownLatch woken = new CountDownLatch(1);
    try (BackgroundTask task =
        BackgroundTask.start(
            options(NEVER).atOnce(),
            () -> {
              runs.add("run");
              awaitQuietly(woken);
              return false;
            })) {
      assertThat(runs.take()).isEqualTo("run");
      task.wake();
      woken.countDown();
      assertThat(runs.take()).isEqualTo("run");
    }
  }

  @Test
  void failedStep_isRetried() throws InterruptedException {
    AtomicInteger failures = new AtomicInteger(3);
    Options options = options(NEVER).atOnce().backoff(Duration.ofMillis(1), Duration.ofMillis(2));
    try (BackgroundTask _ =
        BackgroundTask.start(
            options,
            () -> {
              if (failures.getAndDecrement() > 0) {
                throw new DatabaseUnavailableException("down");
              }
              runs.add("recovered");
              return false;
            })) {
      assertThat(runs.take()).isEqualTo("recovered");
      assertThat(failures).hasValue(-1);
    }
  }

  @Test
  void stepWithoutWork_doesNotEndAnOutageOfTheDatabase(@TempDir Path folder)
      throws InterruptedException {
    AtomicInteger step = new AtomicInteger();
    List<String> beforeTheUse = new ArrayList<>();
    Options options = options(NEVER).atOnce().backoff(Duration.ofMillis(1), Duration.ofMillis(1));
    try (RecordingLog log = RecordingLog.open();
        Database database =
            Database.open(DatabaseUrl.sqlite(folder.resolve("test.db")), Schema.CATALOG);
        BackgroundTask task =
            BackgroundTask.start(
                options,
                () -> {
                  switch (step.getAndIncrement()) {
                    case 0 -> throw new DatabaseUnavailableException("down");
                    case 1 -> {} // nothing to do
                    default -> {
                      beforeTheUse.addAll(log.linesOf(BackgroundTask.class));
                      assertThat(database.list(Integer.class, "select 1")).containsExactly(1);
                    }
                  }
                  runs.add("run");
                  return false;
                })) {
      assertThat(runs.take()).isEqualTo("run");
      task.wake();
      assertThat(runs.take()).isEqualTo("run");
      assertThat(beforeTheUse).containsExactly("Cannot test; retrying.");
      task.wake();
      assertThat(runs.take()).isEqualTo("run");
      assertThat(log.linesOf(BackgroundTask.class))
          .containsExactly("Cannot test; retrying.", "Background task recovered.");
    }
  }

  @Test
  void stepThatOverflowsTheStackOrLacksMemory_isRetried() throws InterruptedException {
    AtomicInteger failures = new AtomicInteger(2);
    Options options = options(NEVER).atOnce().backoff(Duration.ofMillis(1), Duration.ofMillis(2));
    try (BackgroundTask _ =
        BackgroundTask.start(
            options,
            () -> {
              switch (failures.getAndDecrement()) {
                case 2 -> throw new StackOverflowError();
                case 1 -> throw new OutOfMemoryError("Java heap space");
                default -> runs.add("recovered");
              }
              return false;
            })) {
      assertThat(runs.take()).isEqualTo("recovered");
    }
  }

  @Test
  void pausedStep_endsWhenTheTaskCloses() throws InterruptedException {
    BlockingQueue<Boolean> stopped = new LinkedBlockingQueue<>();
    CountDownLatch paused = new CountDownLatch(1);
    BackgroundTask[] task = new BackgroundTask[1];
    CountDownLatch assigned = new CountDownLatch(1);
    task[0] =
        BackgroundTask.start(
            options(NEVER).atOnce(),
            () -> {
              awaitQuietly(assigned);
              paused.countDown();
              stopped.add(task[0].pause(NEVER));
              return true;
            });
    assigned.countDown();
    paused.await();
    task[0].close();
    assertThat(stopped).containsExactly(true);
    assertThat(task[0].stopping()).isTrue();
  }

  @Test
  void taskThatWasNeverStarted_closes() {
    BackgroundTask.of(options(NEVER), () -> false).close();
  }

  @Test
  void onlyOutages_areExpectedFailures() {
    assertThat(BackgroundTask.isOutage(new DatabaseUnavailableException("down"))).isTrue();
    assertThat(BackgroundTask.isOutage(new LogUnavailableException("down"))).isTrue();
    assertThat(BackgroundTask.isOutage(new IllegalStateException("bug"))).isFalse();
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
