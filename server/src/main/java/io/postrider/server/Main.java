package io.postrider.server;

import io.postrider.server.commands.ExportCommand;
import io.postrider.server.commands.ForgetCommand;
import io.postrider.server.commands.RebuildCommand;
import io.postrider.server.commands.RebuildProfilesCommand;
import io.postrider.server.commands.ResetCursorsCommand;
import io.postrider.server.commands.ServeCommand;
import io.postrider.server.commands.ValidateCommand;
import io.postrider.server.commands.Version;
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
    versionProvider = Version.class,
    description = "Takes customer events in, keeps them, and delivers each to every destination.")
public final class Main implements Runnable {

  @Spec private @Nullable CommandSpec spec;

  private Main() {}

  /** Runs a command and exits with its code: 0 done, 1 failed, 2 called wrongly. */
  public static void main(String[] args) {
    System.exit(commandLine().execute(args));
  }

  static CommandLine commandLine() {
    // a setting such as --log.retention=7d is no option of its own, so picocli hands it on
    CommandLine serve = new CommandLine(new ServeCommand());
    serve.setUnmatchedOptionsArePositionalParams(true);
    CommandLine resetCursors = new CommandLine(new ResetCursorsCommand());
    resetCursors.setUnmatchedOptionsArePositionalParams(true);
    CommandLine export = new CommandLine(new ExportCommand());
    export.setUnmatchedOptionsArePositionalParams(true);
    CommandLine rebuildProfiles = new CommandLine(new RebuildProfilesCommand());
    rebuildProfiles.setUnmatchedOptionsArePositionalParams(true);
    CommandLine rebuild = new CommandLine(new RebuildCommand()).addSubcommand(rebuildProfiles);
    CommandLine commandLine =
        new CommandLine(new Main())
            .addSubcommand(serve)
            .addSubcommand(resetCursors)
            .addSubcommand(new ForgetCommand())
            .addSubcommand(new ValidateCommand())
            .addSubcommand(export)
            .addSubcommand(rebuild)
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

  @Override
  public void run() {
    CommandSpec called = Objects.requireNonNull(spec);
    throw new ParameterException(called.commandLine(), "Name a command, such as: serve");
  }
}
