package io.postrider.server.commands;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.postrider.server.config.StartException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** What the command says about files that are too large to parse. */
final class ValidateCommandTest {

  @TempDir Path folder;

  private Integer validate(String text) throws Exception {
    Path file = Files.writeString(folder.resolve("workspace.yaml"), text);
    return CommandLine.populateCommand(new ValidateCommand(), file.toString()).call();
  }

  @Test
  void validFile_isValid() throws Exception {
    assertThat(validate("sources: {a: {name: A, type: web}}")).isZero();
  }

  @Test
  void deepFile_isDescribedInASentence() {
    assertThatThrownBy(() -> validate("sources: " + "[".repeat(1_000_000)))
        .isInstanceOf(StartException.class)
        .hasMessage(
            "The workspace file is invalid:\n  "
                + folder.resolve("workspace.yaml")
                + ":1:73: the file is too large: at most 64 levels, 1,000,000 values and 100,000"
                + " aliases");
  }

  @Test
  void hugeFile_isDescribedInASentence() {
    assertThatThrownBy(() -> validate(" ".repeat((16 << 20) + 1)))
        .isInstanceOf(StartException.class)
        .hasMessage(
            "Cannot read the workspace file %s: it has more than 16,777,216 bytes."
                .formatted(folder.resolve("workspace.yaml")));
  }
}
