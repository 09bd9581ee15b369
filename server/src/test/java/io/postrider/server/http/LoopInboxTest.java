package io.postrider.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.api.Test;

final class LoopInboxTest {

  private final Queue<Runnable> loop = new ArrayDeque<>();
  private final LoopInbox inbox = new LoopInbox(loop::add);
  private final List<String> done = new ArrayList<>();
  private int reported;

  @Test
  void tasks_runInOrder_andWakeTheLoopOnce() {
    inbox.deliver(() -> done.add("a"));
    inbox.deliver(() -> done.add("b"));
    assertThat(loop).hasSize(1);
    runLoop();
    assertThat(done).containsExactly("a", "b");
  }

  @Test
  void taskThatThrows_doesNotDelayTheOthers() {
    inbox.deliver(
        () -> {
          throw new StackOverflowError();
        });
    inbox.deliver(() -> done.add("b"));
    runLoop();
    assertThat(done).containsExactly("b");
    assertThat(reported).isOne();
  }

  private void runLoop() {
    Runnable task;
    while ((task = loop.poll()) != null) {
      try {
        task.run();
      } catch (Error thrown) {
        reported++; // as an event loop does
      }
    }
  }
}
