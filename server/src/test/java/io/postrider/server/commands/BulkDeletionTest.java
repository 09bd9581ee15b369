package io.postrider.server.commands;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.postrider.server.RunningServer;
import io.postrider.server.config.Secret;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BulkDeletionTest {

  @TempDir Path folder;
  private RunningServer server;
  private final StringWriter shown = new StringWriter();

  @BeforeEach
  void start() {
    server = RunningServer.start(folder.resolve("data"), Map.of());
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private BulkDeletion forgetting(RegulationClient client) {
    return new BulkDeletion(client, new PrintWriter(shown), false, Duration.ofMillis(20));
  }

  private RegulationClient client(String token) {
    return new RegulationClient(server.uri("/"), Secret.of(token));
  }

  @Test
  void idsOfAFile_areItsLines() throws Exception {
    Path file = folder.resolve("ids");
    Files.writeString(file, "\ufeffada\r\n\n  \nbob\nada\n é \n");
    assertThat(BulkDeletion.ids(file)).containsExactly("ada", "bob", " é ");
  }

  @Test
  void fileThatCannotBeRead_isNamed() throws Exception {
    Path file = folder.resolve("ids");
    assertThatThrownBy(() -> BulkDeletion.ids(file))
        .isInstanceOf(UnreadableFileException.class)
        .hasMessage("There is no file " + file + ".");
    Files.write(file, new byte[] {'o', 'k', '\n', (byte) 0xff, '\n'});
    assertThatThrownBy(() -> BulkDeletion.ids(file))
        .isInstanceOf(UnreadableFileException.class)
        .hasMessageContaining("is not in UTF-8");
  }

  @Test
  void manyIds_areSeveralRequestsAndEnd() throws Exception {
    List<String> ids = IntStream.range(0, 5_001).mapToObj(i -> "u" + i).toList();
    try (RegulationClient client = client(RunningServer.ADMIN_TOKEN)) {
      assertThat(forgetting(client).run(ids, "SUPPRESS_WITH_DELETE", true)).isTrue();
    }
    assertThat(shown.toString())
        .contains("5,000 users", "1 users", "2 of 2 requests over")
        .contains("[##############################]")
        .doesNotContain("\r");
    assertThat(server.admin("GET", "/api/suppressions?search=u5000", null).body())
        .contains("\"u5000\"");
  }

  @Test
  void refusal_saysWhatIsWrong() {
    try (RegulationClient client = client(RunningServer.ADMIN_TOKEN)) {
      assertThatThrownBy(
              () -> forgetting(client).run(List.of("x".repeat(501)), "DELETE_ONLY", false))
          .isInstanceOf(RegulationClient.RefusedException.class)
          .hasMessageContaining("422")
          .hasMessageContaining("subjectIds[0]");
    }
    try (RegulationClient client = client("wrong")) {
      assertThatThrownBy(() -> forgetting(client).run(List.of("ada"), "DELETE_ONLY", false))
          .hasMessageContaining("401");
    }
  }
}
