package io.postrider.bench;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

final class CompareResultsTest {
  @TempDir Path root;

  @BeforeEach
  void write() throws IOException {
    write("benchmarks/results/deliver.json", "{\"deliver_ratio\":0.8}");
    write("benchmarks/results/start.json", "{\"start_empty_ms\":900}");
    write("benchmarks/results/curves.json", "{\"not\":1}");
  }

  @Test
  void sameResults_exitWithZero() {
    assertThat(run("benchmarks/results")).isZero();
  }

  @Test
  void worseFigure_inAFolder_exitsWithOne() throws IOException {
    write("earlier/deliver.json", "{\"deliver_ratio\":0.99}");
    assertThat(run("earlier")).isEqualTo(1);
    assertThat(run("benchmarks/results", "--with", "earlier")).isZero();
  }

  @Test
  void worseFigure_inAFile_exitsWithOne() throws IOException {
    write("earlier.json", "{\"start_empty_ms\":500}");
    assertThat(run("earlier.json")).isEqualTo(1);
  }

  @Test
  void worseFigure_inARevision_exitsWithOne() throws Exception {
    git("init", "-q");
    write("benchmarks/results/deliver.json", "{\"deliver_ratio\":0.99}");
    git("add", ".");
    git("-c", "user.name=A", "-c", "user.email=a@example.com", "commit", "-q", "-m", "a");
    assertThat(run("HEAD")).isZero();
    write("benchmarks/results/deliver.json", "{\"deliver_ratio\":0.5}");
    assertThat(run("HEAD")).isEqualTo(1);
  }

  @Test
  void placeWithoutResults_isAnError() throws IOException {
    Files.createDirectories(root.resolve("empty"));
    assertThat(run("empty")).isEqualTo(CommandLine.ExitCode.SOFTWARE);
    assertThat(run("nowhere")).isEqualTo(CommandLine.ExitCode.SOFTWARE);
  }

  @Test
  void union_hasTheFiguresOfAllFiles() throws IOException {
    assertThat(CompareResults.union(List.of("{\"a\":1}", "{\"b\":2}")))
        .isEqualTo(Results.figures().put("a", 1).put("b", 2));
  }

  private int run(String... arguments) {
    return new CommandLine(new CompareResults(root))
        .setErr(new PrintWriter(Writer.nullWriter(), true))
        .execute(arguments);
  }

  private void write(String name, String json) throws IOException {
    Path file = root.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, json);
  }

  private void git(String... arguments) throws Exception {
    List<String> command = new ArrayList<>(List.of("git"));
    command.addAll(List.of(arguments));
    Process process =
        new ProcessBuilder(command).directory(root.toFile()).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
  }
}
