package io.postrider.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** A call of the command line in this process, on a thread of its own. */
final class CommandRun {

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private final CompletableFuture<Integer> code = new CompletableFuture<>();

  private CommandRun(String... arguments) {
    Thread.ofVirtual().name("command").start(() -> run(arguments));
  }

  private void run(String... arguments) {
    try {
      code.complete(
          RootCommand.commandLine()
              .setOut(new PrintWriter(out))
              .setErr(new PrintWriter(err))
              .execute(arguments));
    } catch (RuntimeException | Error e) {
      code.completeExceptionally(e);
    }
  }

  /** Starts a command and does not wait. */
  static CommandRun start(String... arguments) {
    return new CommandRun(arguments);
  }

  /** Runs a command to its end. */
  static CommandRun of(String... arguments) {
    CommandRun run = start(arguments);
    run.exitCode();
    return run;
  }

  /** Waits for the end. */
  int exitCode() {
    try {
      return code.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    } catch (Exception e) {
      throw new AssertionError(out + "\n" + err, e);
    }
  }

  /** Asserts that it ended with a code. */
  CommandRun exits(int expected) {
    assertThat(exitCode()).as(out + "\n" + err).isEqualTo(expected);
    return this;
  }

  /** Waits for a text on standard output. */
  void awaitOut(String text) {
    await().atMost(PATIENCE).untilAsserted(() -> assertThat(out()).contains(text));
  }

  /** Waits for a text on standard error. */
  void awaitErr(String text) {
    await().atMost(PATIENCE).untilAsserted(() -> assertThat(err()).contains(text));
  }

  String out() {
    return out.toString();
  }

  String err() {
    return err.toString();
  }
}
