package io.postrider.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.RepositoryFiles;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;

/** The page about the commands has every command and option. */
final class CommandDocsTest {

  private final String page =
      RepositoryFiles.read(RepositoryFiles.ROOT.resolve("docs/commands.md"));

  @Test
  void everyCommandAndOption_isDescribed() {
    List<String> missing = new ArrayList<>();
    collect(RootCommand.commandLine(), missing);
    assertThat(missing).isEmpty();
  }

  private void collect(CommandLine command, List<String> missing) {
    for (CommandLine one : command.getSubcommands().values()) {
      if (one.getCommandSpec().usageMessage().hidden()) {
        continue;
      }
      String name = one.getCommandSpec().qualifiedName();
      String section = section(name);
      if (section.isEmpty()) {
        missing.add("## " + name);
      }
      for (ArgSpec argument : one.getCommandSpec().args()) {
        boolean known =
            argument instanceof OptionSpec option
                ? isDescribed(option.longestName(), section)
                : section.contains(argument.paramLabel());
        if (!known) {
          missing.add(name + " " + argument);
        }
      }
      collect(one, missing);
    }
  }

  /** Options that many commands have are described once, above the commands. */
  private boolean isDescribed(String option, String section) {
    String common = page.substring(0, page.indexOf("\n## postrider "));
    return section.contains("`" + option) || common.contains("`" + option);
  }

  private String section(String name) {
    int from = page.indexOf("\n## " + name + "\n");
    if (from < 0) {
      return "";
    }
    int to = page.indexOf("\n## ", from + 1);
    return page.substring(from, to < 0 ? page.length() : to);
  }
}
