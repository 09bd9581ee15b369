package io.postrider.server.commands;

import io.postrider.server.config.ConfigException;
import io.postrider.server.config.FileErrorText;
import io.postrider.server.config.StartException;
import io.postrider.server.ops.TerminalText;
import java.io.PrintWriter;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Prints why a command failed: one sentence and what to do, without control characters. */
final class FailureReport {

  static final int FAILED = 1;
  static final int INVALID = 2;

  private FailureReport() {}

  /** Prints the reason and returns the exit code; empty for an error of the program. */
  static Optional<Integer> print(Throwable failure, PrintWriter err) {
    String reason = reason(failure);
    if (reason == null) {
      return Optional.empty();
    }
    print(reason, err);
    return Optional.of(failure instanceof ConfigException ? INVALID : FAILED);
  }

  static void print(String reason, PrintWriter err) {
    err.println("postrider: " + TerminalText.ofLines(reason));
    err.flush();
  }

  private static @Nullable String reason(Throwable failure) {
    if (failure instanceof ConfigException || failure instanceof StartException) {
      return String.valueOf(failure.getMessage());
    }
    return FileErrorText.of(failure);
  }
}
