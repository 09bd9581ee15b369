package io.postrider.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code postrider doctor}. */
class DoctorCommandTest {

  @TempDir Path folder;

  @Test
  void problems_exitWith1_andSayWhatToDo() throws Exception {
    Path file = Files.createFile(folder.resolve("file"));
    CommandRun run = CommandRun.of("doctor", "--data", file.toString(), "--http.port=0").exits(1);
    assertThat(run.out())
        .contains("problem  data folder", "Choose another one with --data", "Problems: 1.");
  }

  @Test
  void json_isOneLinePerCheck() {
    CommandRun run =
        CommandRun.of(
            "doctor", "--data", folder.resolve("d").toString(), "--http.port=0", "--json");
    assertThat(run.out().lines())
        .hasSizeGreaterThan(4)
        .allSatisfy(
            line ->
                assertThat(TestNode.parse(line).path("level").asText())
                    .matches("ok|warning|problem"));
    assertThat(run.out()).contains("\"check\":\"disk space\"", "\"check\":\"open files\"");
  }

  @Test
  void wrongUse_isRefused() {
    CommandRun run = CommandRun.of("doctor", "--http.prot=1").exits(2);
    assertThat(run.err()).startsWith("postrider: Unknown setting 'http.prot'");
  }
}
