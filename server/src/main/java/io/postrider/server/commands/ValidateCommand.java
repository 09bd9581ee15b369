package io.postrider.server.commands;

import io.postrider.server.catalog.workspace.EnvironmentVariables;
import io.postrider.server.catalog.workspace.InvalidWorkspaceFileException;
import io.postrider.server.catalog.workspace.InvalidWorkspaceFileException.Mistake;
import io.postrider.server.catalog.workspace.WorkspaceFileForm;
import io.postrider.server.catalog.workspace.WorkspaceFileText;
import io.postrider.server.config.FileErrorText;
import io.postrider.server.config.StartException;
import io.postrider.server.http.admin.Json;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Checks a workspace file without a running service. */
@Command(
    name = "validate",
    mixinStandardHelpOptions = true,
    description = {
      "Checks a workspace file.",
      "Prints errors with line and column. Exits with 0 if the file is valid, otherwise with 1."
    })
public final class ValidateCommand implements Callable<Integer> {

  @Parameters(paramLabel = "FILE", description = "The workspace file.")
  private Path file = Path.of("workspace.yaml");

  @Option(
      names = "--without-environment",
      description = "Accept every $${env:NAME}, even if the variable is not set here.")
  private boolean withoutEnvironment;

  @Option(
      names = "--audiences",
      paramLabel = "KEY",
      split = ",",
      description = "Keys of existing audiences that the file may refer to.")
  private List<String> audiences = List.of();

  @Option(names = "--json", description = "Print JSON: whether the file is valid, and its errors.")
  private boolean json;

  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() {
    EnvironmentVariables variables =
        withoutEnvironment ? EnvironmentVariables.any() : EnvironmentVariables.of(System.getenv());
    try {
      WorkspaceFileForm.check(WorkspaceFileText.read(file), variables, audiences);
    } catch (InvalidWorkspaceFileException e) {
      if (json) {
        print(Json.text(new Verdict(false, e.mistakes())));
        return 1;
      }
      throw new StartException("The workspace file is invalid:" + e.lines(file.toString()));
    } catch (IOException e) {
      throw new StartException(
          "Cannot read the workspace file %s: %s".formatted(file, FileErrorText.ofFile(file, e)));
    } catch (OutOfMemoryError e) {
      throw new StartException(
          "The workspace file %s needs more memory than the program has.".formatted(file));
    }
    print(json ? Json.text(new Verdict(true, List.of())) : "The workspace file is valid.");
    return 0;
  }

  /** The result as JSON. */
  private record Verdict(boolean valid, List<Mistake> errors) {}

  private void print(String line) {
    if (spec != null) {
      spec.commandLine().getOut().println(line);
    }
  }
}
