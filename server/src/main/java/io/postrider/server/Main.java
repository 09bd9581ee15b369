package io.postrider.server;

import io.postrider.server.commands.AcceptLossCommand;
import io.postrider.server.commands.ExportCommand;
import io.postrider.server.commands.ForgetCommand;
import io.postrider.server.commands.RebuildCommand;
import io.postrider.server.commands.ResetCursorsCommand;
import io.postrider.server.commands.ServeCommand;
import io.postrider.server.commands.ValidateCommand;
import io.postrider.server.commands.WarmUpCommand;
import io.postrider.server.config.ConfigException;
import io.postrider.server.config.StartException;
import java.util.Objects;
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

  /** Runs a command and exits with its code: 0 success, 1 failure, 2 invalid arguments. */
  public static void main(String[] args) {
    System.exit(commandLine().execute(args));
  }

  static CommandLine commandLine() {
    CommandLine commandLine =
        new CommandLine(new Main())
            .addSubcommand(withSettings(new ServeCommand()))
            .addSubcommand(new ValidateCommand())
            .addSubcommand(withSettings(new ExportCommand()))
            .addSubcommand(new ForgetCommand())
            .addSubcommand(new AcceptLossCommand())
            .addSubcommand(withSettings(new RebuildCommand()))
            .addSubcommand(withSettings(new ResetCursorsCommand()))
            .addSubcommand(new WarmUpCommand());
    commandLine.setExecutionExceptionHandler(
        (failure, command, parsed) -> {
          if (failure instanceof ConfigException || failure instanceof StartException) {
            command.getErr().println("postrider: " + failure.getMessage());
            return failure instanceof ConfigException ? 2 : 1;
          }
          throw failure;
        });
    return commandLine;
  }

  /** Passes flags such as --log.retention=7d, which are no options, to {@code SettingOptions}. */
  private static CommandLine withSettings(Object command) {
    return new CommandLine(command).setUnmatchedOptionsArePositionalParams(true);
  }

  @Override
  public void run() {
    CommandSpec called = Objects.requireNonNull(spec);
    throw new ParameterException(called.commandLine(), "Missing command, such as: serve");
  }
}
