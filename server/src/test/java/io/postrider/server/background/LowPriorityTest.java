package io.postrider.server.background;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;

class LowPriorityTest {

  private static final Path THREAD = Path.of("/proc/thread-self/stat");

  @Test
  void loweredThread_hasHigherNiceValue_andOthersKeepTheirs() throws InterruptedException {
    assumeTrue(Files.exists(THREAD), "needs Linux");
    int before = nice();
    List<Integer> lowered = new ArrayList<>();

    Thread thread =
        Thread.ofPlatform()
            .start(
                () -> {
                  LowPriority.lower();
                  lowered.add(nice());
                });
    thread.join();

    assertThat(lowered).containsExactly(Math.min(before + LowPriority.NICE, 19));
    assertThat(nice()).isEqualTo(before);
  }

  @Test
  void taskOfLowPriority_runsItsStepsWithIt() throws InterruptedException {
    assumeTrue(Files.exists(THREAD), "needs Linux");
    BlockingQueue<Integer> seen = new LinkedBlockingQueue<>();
    BackgroundTask.Options options =
        BackgroundTask.Options.every(Duration.ofDays(1), "test-task", "Cannot test.").atOnce();
    BackgroundTask.Step step =
        () -> {
          seen.add(nice());
          return false;
        };

    try (BackgroundTask _ = BackgroundTask.start(options, step)) {
      assertThat(seen.take()).isEqualTo(nice());
    }
    try (BackgroundTask _ = BackgroundTask.start(options.lowPriority(), step)) {
      assertThat(seen.take()).isEqualTo(Math.min(nice() + LowPriority.NICE, 19));
    }
  }

  /** The nice value of the current thread: the 19th field, of which the second is the name. */
  private static int nice() {
    try {
      String stat = Files.readString(THREAD);
      String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
      return Integer.parseInt(fields[19 - 3]);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
