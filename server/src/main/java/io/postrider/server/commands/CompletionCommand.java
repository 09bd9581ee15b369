package io.postrider.server.commands;

import java.io.PrintWriter;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Prints a script that completes commands and options in a shell. */
@Command(
    name = "completion",
    mixinStandardHelpOptions = true,
    description = {
      "Prints a script that completes commands and options in a shell.",
      "Add to ~/.bashrc or ~/.zshrc: source <(postrider completion bash)."
    })
public final class CompletionCommand implements Callable<Integer> {

  /** One script serves both. */
  static final List<String> SHELLS = List.of("bash", "zsh");

  @Parameters(
      paramLabel = "SHELL",
      completionCandidates = CompletionValues.Shells.class,
      description = "The shell: bash or zsh.")
  private String shell = "";

  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() {
    CommandLine command = Objects.requireNonNull(spec).commandLine();
    CommandLine root = Objects.requireNonNull(spec).root().commandLine();
    if (!SHELLS.contains(shell)) {
      throw new ParameterException(command, "SHELL must be bash or zsh.");
    }
    PrintWriter out = command.getOut();
    out.println("# Completion of postrider for " + shell + ".");
    out.print(AutoComplete.bash(root.getCommandName(), root));
    out.flush();
    return 0;
  }
}
