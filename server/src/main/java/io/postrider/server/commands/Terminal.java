package io.postrider.server.commands;

import java.io.Console;
import java.util.Optional;

/** What the program is watched through. */
final class Terminal {

  private Terminal() {}

  /** Whether a person sees what is printed as it is printed. */
  static boolean isWatched() {
    return Optional.ofNullable(System.console()).map(Console::isTerminal).orElse(false);
  }
}
