package io.postrider.server.commands;

import io.postrider.server.config.ConfigException;
import io.postrider.server.config.DidYouMean;
import java.io.PrintWriter;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * Prints what is wrong with a call: one sentence and what to do, without control characters. Exit
 * codes are 2 for invalid arguments and settings, and 1 for a failure.
 */
public final class CommandErrors {

  private CommandErrors() {}

  /** Handles the errors of a command line and of its commands, and returns it. */
  public static CommandLine handledBy(CommandLine commandLine) {
    return commandLine
        .setExecutionStrategy(
            parsed -> {
              requireKnownCommands(parsed);
              return new CommandLine.RunLast().execute(parsed);
            })
        .setParameterExceptionHandler((invalid, args) -> invalid(unknownFirst(invalid, args)))
        .setExecutionExceptionHandler(
            (failure, command, _) -> {
              Optional<Integer> code = FailureReport.print(failure, command.getErr());
              if (code.isEmpty()) {
                throw failure;
              }
              return code.get();
            });
  }

  /** A request for help of an unknown command is an error, though picocli shows other help. */
  private static void requireKnownCommands(ParseResult parsed) {
    ParseResult last = parsed;
    while (last.hasSubcommand()) {
      last = last.subcommand();
    }
    CommandLine command = last.commandSpec().commandLine();
    List<String> unknown = last.unmatched();
    if (!unknown.isEmpty() && !command.getSubcommands().isEmpty()) {
      throw new UnmatchedArgumentException(command, unknown);
    }
  }

  /**
   * A mistyped option often is why another one is missing. Parses the arguments again, to find it.
   */
  private static ParameterException unknownFirst(ParameterException invalid, String... args) {
    if (!(invalid instanceof MissingParameterException)) {
      return invalid;
    }
    CommandLine command = invalid.getCommandLine();
    CommandLine root = command;
    while (root.getParent() != null) {
      root = root.getParent();
    }
    var _ = command.getCommandSpec().parser().collectErrors(true);
    try {
      ParseResult parsed = root.parseArgs(args);
      while (parsed.hasSubcommand()) {
        parsed = parsed.subcommand();
      }
      for (Exception error : parsed.errors()) {
        if (error instanceof UnmatchedArgumentException unmatched && unmatched.isUnknownOption()) {
          return unmatched;
        }
      }
      requireKnownSettings(command);
      return invalid;
    } catch (ParameterException other) {
      return invalid;
    } catch (ConfigException unknown) {
      return new ParameterException(command, String.valueOf(unknown.getMessage()));
    } finally {
      var _ = command.getCommandSpec().parser().collectErrors(false);
    }
  }

  /** Commands with settings take every unknown option for one. */
  private static void requireKnownSettings(CommandLine command) {
    for (CommandSpec mixin : command.getCommandSpec().mixins().values()) {
      if (mixin.userObject() instanceof SettingOptions settings) {
        settings.requireKnown();
      }
    }
  }

  private static int invalid(ParameterException invalid) {
    CommandLine command = invalid.getCommandLine();
    PrintWriter err = command.getErr();
    FailureReport.print(
        invalid instanceof UnmatchedArgumentException unmatched
            ? unknown(command, unmatched.getUnmatched().getFirst())
            : sentence(String.valueOf(invalid.getMessage())),
        err);
    if (command.getSubcommands().isEmpty()) {
      err.println("Run '" + command.getCommandSpec().qualifiedName() + " --help' for help.");
    } else {
      command.usage(err);
    }
    err.flush();
    return FailureReport.INVALID;
  }

  private static String unknown(CommandLine command, String argument) {
    CommandSpec spec = command.getCommandSpec();
    if (argument.startsWith("-")) {
      String option = argument.replaceFirst("=.*", "");
      return "Unknown option '" + option + "'" + guess(option, spec.optionsMap().keySet());
    }
    Collection<String> commands =
        command.getSubcommands().entrySet().stream()
            .filter(one -> !one.getValue().getCommandSpec().usageMessage().hidden())
            .map(one -> one.getKey())
            .collect(Collectors.toList());
    return commands.isEmpty()
        ? "Unexpected argument '" + argument + "'."
        : "Unknown command '" + argument + "'" + guess(argument, commands);
  }

  private static String guess(String word, Collection<String> known) {
    return DidYouMean.of(word, known).map(name -> "; did you mean '" + name + "'?").orElse(".");
  }

  private static String sentence(String message) {
    return message.endsWith(".") || message.endsWith("?") ? message : message + ".";
  }
}
