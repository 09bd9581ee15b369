package io.postrider.server;

import io.postrider.server.commands.PlainServe;
import io.postrider.server.ops.LoggingProvider;
import java.util.List;
import java.util.Optional;

/**
 * Runs the program. It names no class of picocli: the JVM would search all libraries for that class
 * before each start.
 */
public final class Main {

  /** What {@code --version} prints. */
  static final String VERSION = "Postrider 1.0";

  private Main() {}

  /** Runs a command and exits with its code: 0 success, 1 failure, 2 invalid arguments. */
  public static void main(String[] args) throws InterruptedException {
    LoggingProvider.select();
    List<String> arguments = List.of(args);
    if (arguments.equals(List.of("--version"))) {
      System.out.println(VERSION);
      return;
    }
    Optional<PlainServe> serve = PlainServe.of(arguments, System.getenv());
    System.exit(serve.isPresent() ? serve.get().run() : RootCommand.execute(args));
  }
}
