package io.postrider.server;

import io.postrider.server.commands.AcceptLossCommand;
import io.postrider.server.commands.BackupCommand;
import io.postrider.server.commands.CommandErrors;
import io.postrider.server.commands.CompletionCommand;
import io.postrider.server.commands.ConvertCommand;
import io.postrider.server.commands.DoctorCommand;
import io.postrider.server.commands.ExportCommand;
import io.postrider.server.commands.ForgetCommand;
import io.postrider.server.commands.ImportCommand;
import io.postrider.server.commands.ListenCommand;
import io.postrider.server.commands.MigrateCommand;
import io.postrider.server.commands.RebuildCommand;
import io.postrider.server.commands.ReplayCommand;
import io.postrider.server.commands.ResetCursorsCommand;
import io.postrider.server.commands.RestoreCommand;
import io.postrider.server.commands.SendCommand;
import io.postrider.server.commands.ServeCommand;
import io.postrider.server.commands.StatusCommand;
import io.postrider.server.commands.TailCommand;
import io.postrider.server.commands.ValidateCommand;
import io.postrider.server.commands.WarmUpCommand;
import io.postrider.server.commands.demo.DemoCommand;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command line with its commands, without a command only their help. */
@Command(
    name = "postrider",
    mixinStandardHelpOptions = true,
    description = "Accepts customer events, stores them, and delivers each to every destination.",
    footer = {
      "",
      "Exit codes: 0 success, 1 failure, 2 invalid arguments or settings. docs/commands.md"
          + " describes every command."
    })
final class RootCommand implements Runnable {

  private static final String COMPLETION = "completion";

  /** The commands, in the order of the help. */
  private static final List<String> NAMES =
      List.of(
          "serve",
          "demo",
          "validate",
          "export",
          "convert",
          "listen",
          "send",
          "import",
          "status",
          "tail",
          "replay",
          "forget",
          "doctor",
          "backup",
          "restore",
          "accept-loss",
          "rebuild",
          "reset-cursors",
          "migrate",
          COMPLETION,
          "warm-up");

  @Spec private @Nullable CommandSpec spec;

  private RootCommand() {}

  private static Object command(String name) {
    return switch (name) {
      case "serve" -> withSettings(new ServeCommand());
      case "demo" -> new DemoCommand();
      case "validate" -> new ValidateCommand();
      case "export" -> withSettings(new ExportCommand());
      case "convert" -> new ConvertCommand();
      case "listen" -> new ListenCommand();
      case "send" -> new SendCommand();
      case "import" -> new ImportCommand();
      case "status" -> new StatusCommand();
      case "tail" -> new TailCommand();
      case "replay" -> new ReplayCommand();
      case "doctor" -> withSettings(new DoctorCommand());
      case "backup" -> withSettings(new BackupCommand());
      case "restore" -> new RestoreCommand();
      case "forget" -> new ForgetCommand();
      case "accept-loss" -> new AcceptLossCommand();
      case "rebuild" -> withSettings(new RebuildCommand());
      case "reset-cursors" -> withSettings(new ResetCursorsCommand());
      case "migrate" -> withSettings(new MigrateCommand());
      case COMPLETION -> new CompletionCommand();
      case "warm-up" -> new WarmUpCommand();
      default -> throw new IllegalArgumentException(name);
    };
  }

  /** Runs a command, with the errors and the help of all; returns its exit code. */
  static int execute(String... args) {
    return commandLine(args.length == 0 ? "" : args[0]).execute(args);
  }

  /** The command line with every command. */
  static CommandLine commandLine() {
    return commandLine("");
  }

  /**
   * The command line for a call of one command; with every command if that is unknown, or needs to
   * know the others. Reading the annotations of all commands takes a tenth of a second.
   */
  private static CommandLine commandLine(String called) {
    CommandLine commandLine = new CommandLine(new RootCommand());
    boolean one = NAMES.contains(called) && !called.equals(COMPLETION);
    for (String name : one ? List.of(called) : NAMES) {
      commandLine.addSubcommand(name, command(name));
    }
    setVersion(commandLine);
    return CommandErrors.handledBy(commandLine);
  }

  /** Makes {@code --version} of every command print that of the program. */
  private static void setVersion(CommandLine commandLine) {
    var _ = commandLine.getCommandSpec().version(Main.VERSION);
    commandLine.getSubcommands().values().forEach(RootCommand::setVersion);
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
