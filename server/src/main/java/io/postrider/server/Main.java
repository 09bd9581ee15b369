package io.postrider.server;

import io.postrider.server.commands.AcceptLossCommand;
import io.postrider.server.commands.CommandErrors;
import io.postrider.server.commands.ExportCommand;
import io.postrider.server.commands.ForgetCommand;
import io.postrider.server.commands.RebuildCommand;
import io.postrider.server.commands.ResetCursorsCommand;
import io.postrider.server.commands.ServeCommand;
import io.postrider.server.commands.ValidateCommand;
import io.postrider.server.commands.WarmUpCommand;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command line. */
@Command(
    name = "postrider",
    mixinStandardHelpOptions = true,
    version = "Postrider 1.0",
    description = "Accepts customer events, stores them, and delivers each to every destination.")
public final class Main implements Runnable {

  @Spec private @Nullable CommandSpec spec;

  private Main() {}

  private static final Map<String, Supplier<Object>> COMMANDS = new LinkedHashMap<>();

  static {
    COMMANDS.put("serve", () -> withSettings(new ServeCommand()));
    COMMANDS.put("validate", ValidateCommand::new);
    COMMANDS.put("export", () -> withSettings(new ExportCommand()));
    COMMANDS.put("forget", ForgetCommand::new);
    COMMANDS.put("accept-loss", AcceptLossCommand::new);
    COMMANDS.put("rebuild", () -> withSettings(new RebuildCommand()));
    COMMANDS.put("reset-cursors", () -> withSettings(new ResetCursorsCommand()));
    COMMANDS.put("warm-up", WarmUpCommand::new);
  }

  /** Runs a command and exits with its code: 0 success, 1 failure, 2 invalid arguments. */
  public static void main(String[] args) {
    System.exit(commandLine(args.length == 0 ? "" : args[0]).execute(args));
  }

  /** The command line with every command. */
  static CommandLine commandLine() {
    return commandLine("");
  }

  /**
   * The command line for a call of one command; with every command if that is unknown. Reading the
   * annotations of all commands takes a tenth of a second.
   */
  private static CommandLine commandLine(String called) {
    CommandLine commandLine = new CommandLine(new Main());
    COMMANDS.forEach(
        (name, command) -> {
          if (name.equals(called) || !COMMANDS.containsKey(called)) {
            commandLine.addSubcommand(name, command.get());
          }
        });
    return CommandErrors.handledBy(commandLine);
  }

  /** Passes flags such as --log.retention=7d, which are no options, to {@code SettingOptions}. */
  private static CommandLine withSettings(Object command) {
    return new CommandLine(command).setUnmatchedOptionsArePositionalParams(true);
  }

  @Override
  public void run() {
    CommandSpec called = Objects.requireNonNull(spec);
    throw new ParameterException(called.commandLine(), "A command is missing, such as 'serve'.");
  }
}
