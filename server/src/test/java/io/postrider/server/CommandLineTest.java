package io.postrider.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;

/** Help and errors of every command. */
final class CommandLineTest {

  @TempDir Path folder;

  private final StringWriter err = new StringWriter();
  private final StringWriter out = new StringWriter();

  private int run(String... arguments) {
    return RootCommand.commandLine()
        .setErr(new PrintWriter(err))
        .setOut(new PrintWriter(out))
        .execute(arguments);
  }

  /** The exit code and the first line of the error. */
  private String refusal(String... arguments) {
    int code = run(arguments);
    return code + " " + err.toString().lines().findFirst().orElse("");
  }

  @Test
  void everyHelpText_endsInASentence() {
    List<String> texts = new ArrayList<>();
    collect(RootCommand.commandLine(), texts);
    assertThat(texts).hasSizeGreaterThan(40).allMatch(text -> text.matches("(?s).*[.]"));
  }

  private static void collect(CommandLine command, List<String> texts) {
    CommandSpec spec = command.getCommandSpec();
    List<String[]> blocks = new ArrayList<>();
    blocks.add(spec.usageMessage().description());
    blocks.add(spec.usageMessage().footer());
    for (ArgSpec argument : spec.args()) {
      assertThat(argument.description()).as(spec.qualifiedName() + " " + argument).isNotEmpty();
      blocks.add(argument.description());
    }
    for (String[] block : blocks) {
      for (String line : block) {
        if (!line.isEmpty()) {
          texts.add(line);
        }
      }
    }
    command.getSubcommands().values().forEach(inner -> collect(inner, texts));
  }

  @ParameterizedTest
  @CsvSource({
    "serv,    'Unknown command ''serv''; did you mean ''serve''?'",
    "server,  'Unknown command ''server''; did you mean ''serve''?'",
    "exprot,  'Unknown command ''exprot''; did you mean ''export''?'",
    "begin,   'Unknown command ''begin''.'",
    "warm-pu, 'Unknown command ''warm-pu''.'",
    "--prot,  'Unknown option ''--prot''.'",
    "--hepl,  'Unknown option ''--hepl''; did you mean ''--help''?'",
  })
  void unknownCommand_suggestsTheNearest(String word, String reason) {
    assertThat(refusal(word)).isEqualTo("2 postrider: " + reason);
    assertThat(err.toString()).contains("Usage: postrider", "serve", "export");
  }

  @Test
  void unknownSubcommandOrOption_suggestsTheNearest() {
    assertThat(refusal("rebuild", "profile"))
        .isEqualTo("2 postrider: Unknown command 'profile'; did you mean 'profiles'?");
    err.getBuffer().setLength(0);
    assertThat(refusal("forget", "ids", "--tokn=abc"))
        .isEqualTo("2 postrider: Unknown option '--tokn'; did you mean '--token'?");
    assertThat(err.toString()).contains("Run 'postrider forget --help' for help.");
    err.getBuffer().setLength(0);
    assertThat(refusal("serve", "--prot", "8081"))
        .isEqualTo("2 postrider: Unknown setting 'prot' (flag --prot); did you mean '--port'?");
  }

  @ParameterizedTest
  @CsvSource(
      value = {
        "forget --supress,       option '--supress'; did you mean '--suppress'?",
        "replay --form 2h,       option '--form'; did you mean '--from'?",
        "restore --dta x,        option '--dta'; did you mean '--data'?",
        "backup --tp x,          setting 'tp' (flag --tp); did you mean '--to'?",
        "backup --jsn,           setting 'jsn' (flag --jsn); did you mean '--json'?",
        "export --jsn,           setting 'jsn' (flag --jsn); did you mean '--json'?",
        "rebuild profiles --tokn x, setting 'tokn' (flag --tokn); did you mean '--token'?",
      },
      quoteCharacter = '"')
  void unknownOption_isSaidBeforeWhatIsMissing(String arguments, String reason) {
    assertThat(refusal(arguments.split(" ", -1))).isEqualTo("2 postrider: Unknown " + reason);
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void backupInsideTheDataFolder_isRefused() throws IOException {
    Path data = Files.createDirectories(folder.resolve("data/inner"));
    Path link = Files.createSymbolicLink(folder.resolve("link"), data);
    Path outer = Files.createSymbolicLink(folder.resolve("outer"), folder.resolve("data"));
    for (Path named : List.of(folder.resolve("data"), outer)) {
      for (Path target :
          List.of(
              data,
              data.resolve("b"),
              data.resolve("not/there"),
              link.resolve("b"),
              link.resolve("../b"),
              folder.resolve("data"),
              outer.resolve("b"))) {
        err.getBuffer().setLength(0);
        assertThat(refusal("backup", "--data", named.toString(), "--to", target.toString()))
            .isEqualTo(
                ("2 postrider: --to (%s) must be outside the data folder %s."
                        + " Name a folder elsewhere.")
                    .formatted(target, named));
      }
    }
    err.getBuffer().setLength(0);
    Path beside = folder.resolve("data-backup");
    assertThat(refusal("backup", "--data", folder.resolve("data").toString(), "--to", "" + beside))
        .contains("is not a data folder with a log");
    err.getBuffer().setLength(0);
    assertThat(refusal("restore", folder.resolve("data").toString(), "--data", "" + link))
        .isEqualTo(
            "2 postrider: --data (%s) must be outside the backup %s. Name a folder elsewhere."
                .formatted(link, folder.resolve("data")));
  }

  @Test
  void helpOfAnUnknownCommand_isRefused() {
    assertThat(refusal("exprot", "--help"))
        .isEqualTo("2 postrider: Unknown command 'exprot'; did you mean 'export'?");
    err.getBuffer().setLength(0);
    assertThat(refusal("begin", "now", "--help"))
        .isEqualTo("2 postrider: Unknown command 'begin'.");
    err.getBuffer().setLength(0);
    assertThat(refusal("rebuild", "profile", "--help"))
        .isEqualTo("2 postrider: Unknown command 'profile'; did you mean 'profiles'?");
    assertThat(out.toString()).isEmpty();
  }

  static List<String> commands() {
    return List.copyOf(RootCommand.commandLine().getSubcommands().keySet());
  }

  @ParameterizedTest
  @MethodSource("commands")
  void help_isPrinted(String command) {
    assumeThat(command).isNotEqualTo("warm-up");
    assertThat(run(command, "--help")).isZero();
    assertThat(out.toString()).startsWith("Usage: postrider " + command);
    assertThat(err.toString()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"serve", "doctor"})
  void port_isShortForTheSetting(String command) {
    assertThat(refusal(command, "--data", folder.toString(), "--port", "none"))
        .contains("http.port");
  }

  @ParameterizedTest
  @MethodSource("commands")
  void version_isPrinted(String command) {
    assumeThat(command).isNotEqualTo("warm-up");
    assertThat(run(command, "--version")).isZero();
    assertThat(out).hasToString("Postrider 1.0\n");
  }

  @ParameterizedTest
  @MethodSource("commands")
  void wrongOption_isRefused(String command) {
    assertThat(refusal(command, "--no-such-option=1"))
        .matches("2 postrider: Unknown (option|setting) '(--)?no-such-option'.*");
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void everyCommandThatCallsAService_hasTheSameOptions() {
    List<CommandLine> clients =
        RootCommand.commandLine().getSubcommands().values().stream()
            .filter(one -> one.getCommandSpec().findOption("--url") != null)
            .toList();
    assertThat(clients).hasSizeGreaterThanOrEqualTo(7);
    for (CommandLine client : clients) {
      assertThat(client.getCommandSpec().optionsMap())
          .as(client.getCommandName())
          .containsKeys("--url", "--token", "--ca", "--profile", "--data", "--json");
    }
  }

  @Test
  void completion_knowsEveryCommand() throws IOException, InterruptedException {
    for (String shell : List.of("bash", "zsh")) {
      out.getBuffer().setLength(0);
      assertThat(run("completion", shell)).isZero();
      Path script = Files.writeString(folder.resolve(shell), out.toString());
      String ask =
          "source "
              + script
              + "; COMP_WORDS=(postrider ex); COMP_CWORD=1; _complete_postrider;"
              + " echo \"${COMPREPLY[@]}\"";
      Process bash = new ProcessBuilder("bash", "-c", ask).redirectErrorStream(true).start();
      assertThat(new String(bash.getInputStream().readAllBytes(), UTF_8)).isEqualTo("export\n");
      assertThat(bash.waitFor()).isZero();
    }
    assertThat(out.toString()).contains("--token", "--hide-now").doesNotContain("warm-up");
    assertThat(out.toString())
        .contains("accepted", "rejected", "ndjson", "csv", "identify", "\"zsh\"");
    assertThat(refusal("completion", "fish")).isEqualTo("2 postrider: SHELL must be bash or zsh.");
  }

  @Test
  void missingCommandOrArgument_isSaid() {
    assertThat(refusal()).isEqualTo("2 postrider: A command is missing, such as 'serve'.");
    err.getBuffer().setLength(0);
    assertThat(refusal("forget")).isEqualTo("2 postrider: Missing required parameter: 'FILE'.");
  }

  @Test
  void unusablePath_saysWhy() throws IOException {
    Path file = Files.createFile(folder.resolve("file"));
    for (String data : List.of(file.toString(), file + "/inside", file + "/deep/inside")) {
      err.getBuffer().setLength(0);
      String refusal = refusal("serve", "--data", data, "--http.port=0");
      assertThat(refusal).startsWith("1 postrider: Cannot use the data folder " + data + ": ");
      assertThat(refusal).endsWith("is not a folder.");
    }
    Files.createDirectories(folder.resolve("data/manifest"));
    String manifest = "it is a folder.";
    assertRefused("1", manifest, "serve", "--data", folder.resolve("data").toString());
    assertRefused("1", "it is a folder.", "validate", folder.toString());
    assertRefused("1", "it does not exist.", "validate", folder.resolve("no").toString());
    String missing = folder.resolve("no/ids").toString();
    String without = "the folder " + folder.resolve("no") + " does not exist.";
    assertRefused("1", without, "forget", missing, "--token", "t");
    assertRefused("1", "it is a folder.", "forget", folder.toString(), "--token", "t");
    assertRefused("2", "it is a folder.", "serve", "--config", folder.toString());
    assertRefused("2", file + " is not a folder.", "serve", "--config", file + "/x");
    assertRefused("1", "it is not a folder.", "accept-loss", "log", "--data", file.toString());
  }

  private void assertRefused(String code, String reason, String... arguments) {
    err.getBuffer().setLength(0);
    assertThat(refusal(arguments)).startsWith(code + " postrider: Cannot ").endsWith(": " + reason);
  }

  @Test
  void controlCharacters_areEscaped() throws IOException {
    Path file = Files.writeString(folder.resolve("workspace.yaml"), "\"\\e[2J\\nforged\": 1\n");
    assertThat(run("validate", file.toString())).isEqualTo(1);
    assertThat(err.toString()).contains("\\u001b[2J\\nforged").doesNotContain("\u001b");
    err.getBuffer().setLength(0);
    assertThat(refusal("\u001b[31mserv"))
        .isEqualTo("2 postrider: Unknown command '\\u001b[31mserv'.");
  }
}
