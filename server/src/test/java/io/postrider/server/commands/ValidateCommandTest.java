package io.postrider.server.commands;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.postrider.server.config.StartException;
import java.io.PrintWriter;
import java.io.StringWriter;
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
  void writeKeyOfTwoSources_isRefused() throws Exception {
    String file =
        "sources: {a: {name: A, type: web, writeKey: %s}, b: {name: B, type: web, writeKey: %s}}";
    assertThatThrownBy(() -> validate(file.formatted("wk_twice", "wk_twice")))
        .isInstanceOf(StartException.class)
        .hasMessageEndingWith("sources.b.writeKey belongs to another source");
    assertThat(validate(file.formatted("wk_first", "wk_other"))).isZero();
  }

  @Test
  void writeKeysOfVariables_differ() throws Exception {
    Path file =
        Files.writeString(
            folder.resolve("w.yaml"),
            """
            sources:
              a: {name: A, type: web, writeKey: "${env:KEY_A}"}
              b: {name: B, type: web, writeKey: "${env:KEY_B}"}
            """);
    CommandLine command = new CommandLine(new ValidateCommand());
    assertThat(command.execute("--without-environment", file.toString())).isZero();
    Files.writeString(file, Files.readString(file).replace("KEY_B", "KEY_A"));
    assertThat(command.execute("--without-environment", "--json", file.toString())).isEqualTo(1);
  }

  @Test
  void json_listsTheErrors() throws Exception {
    Path file = Files.writeString(folder.resolve("w.yaml"), "sources: {a: {name: A, type: wep}}");
    StringWriter out = new StringWriter();
    CommandLine command = new CommandLine(new ValidateCommand()).setOut(new PrintWriter(out));
    assertThat(command.execute(file.toString(), "--json")).isEqualTo(1);
    assertThat(out.toString())
        .startsWith("{\"valid\":false,\"errors\":[{\"line\":1,\"column\":")
        .contains("sources.a.type");
    out.getBuffer().setLength(0);
    Files.writeString(file, "sources: {a: {name: A, type: web}}");
    assertThat(command.execute(file.toString(), "--json")).isZero();
    assertThat(out.toString().strip()).isEqualTo("{\"valid\":true,\"errors\":[]}");
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
