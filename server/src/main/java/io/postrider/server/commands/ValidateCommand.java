package io.postrider.server.commands;

import io.postrider.server.catalog.workspace.EnvironmentVariables;
import io.postrider.server.catalog.workspace.InvalidWorkspaceFileException;
import io.postrider.server.catalog.workspace.WorkspaceFileFollower;
import io.postrider.server.catalog.workspace.WorkspaceFileForm;
import io.postrider.server.config.StartException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Says whether a workspace file is right, as far as the file alone can tell. */
@Command(
    name = "validate",
    mixinStandardHelpOptions = true,
    description = {
      "Says what is wrong with a workspace file, with line and column, and changes nothing.",
      "Exits with 0 if nothing is, and with 1 otherwise."
    })
public final class ValidateCommand implements Callable<Integer> {

  @Parameters(paramLabel = "FILE", description = "The workspace file.")
  private Path file = Path.of("workspace.yaml");

  @Option(
      names = "--without-environment",
      description = "Takes every ${env:NAME} as set to some word, for where the variables are not.")
  private boolean withoutEnvironment;

  @Option(
      names = "--audiences",
      paramLabel = "KEY",
      split = ",",
      description = "Keys of audiences that are not of the file, and that it may name.")
  private List<String> audiences = List.of();

  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() {
    EnvironmentVariables variables =
        withoutEnvironment ? EnvironmentVariables.any() : EnvironmentVariables.of(System.getenv());
    try {
      WorkspaceFileForm.check(Files.readString(file), variables, audiences);
    } catch (InvalidWorkspaceFileException wrong) {
      throw new StartException("The workspace file is wrong:" + wrong.told(file.toString()));
    } catch (IOException unreadable) {
      throw new StartException(
          "The workspace file %s cannot be read: %s"
              .formatted(file, WorkspaceFileFollower.why(unreadable)));
    }
    if (spec != null) {
      spec.commandLine().getOut().println("The workspace file is right.");
    }
    return 0;
  }
}
