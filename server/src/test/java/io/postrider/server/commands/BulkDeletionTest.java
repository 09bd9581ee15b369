package io.postrider.server.commands;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.postrider.server.RunningServer;
import io.postrider.server.config.StartException;
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

  private BulkDeletion deletion(AdminClient client) {
    return new BulkDeletion(client, new PrintWriter(shown), false, Duration.ofMillis(20));
  }

  private AdminClient client(String token) {
    return new AdminClient(server.uri("/").toString(), token);
  }

  @Test
  void ids_areTheLinesOfTheFile() throws Exception {
    Path file = folder.resolve("ids");
    Files.writeString(file, "\ufeffada\r\n\n  \nbob\nada\n é \n");
    assertThat(BulkDeletion.readIds(file)).containsExactly("ada", "bob", " é ");
  }

  @Test
  void unreadableFile_isNamed() throws Exception {
    Path file = folder.resolve("ids");
    assertThatThrownBy(() -> BulkDeletion.readIds(file))
        .isInstanceOf(StartException.class)
        .hasMessage("Cannot read " + file + ": it does not exist.");
    Files.write(file, new byte[] {'o', 'k', '\n', (byte) 0xff, '\n'});
    assertThatThrownBy(() -> BulkDeletion.readIds(file))
        .isInstanceOf(StartException.class)
        .hasMessageContaining("is not UTF-8");
  }

  @Test
  void manyIds_areSplitIntoRegulations() throws Exception {
    List<String> ids = IntStream.range(0, 5_001).mapToObj(i -> "u" + i).toList();
    try (AdminClient client = client(RunningServer.ADMIN_TOKEN)) {
      BulkDeletion deletion = deletion(client);
      assertThat(deletion.run(ids, "SUPPRESS_WITH_DELETE", true)).isTrue();
      assertThat(deletion.summary().toString())
          .startsWith("{\"confirmed\":true,\"regulations\":2,\"finished\":2,");
    }
    assertThat(shown.toString())
        .contains("5,000 users", "1 user\n", "2 of 2 regulations finished")
        .contains("[" + "#".repeat(40) + "]")
        .doesNotContain("\r");
    assertThat(server.admin("GET", "/api/suppressions?search=u5000", null).body())
        .contains("\"u5000\"");
  }

  @Test
  void refusal_isExplained() {
    try (AdminClient client = client(RunningServer.ADMIN_TOKEN)) {
      assertThatThrownBy(() -> deletion(client).run(List.of("x".repeat(501)), "DELETE_ONLY", false))
          .isInstanceOf(StartException.class)
          .hasMessageContaining("422")
          .hasMessageContaining("subjectIds[0]");
    }
    try (AdminClient client = client("wrong")) {
      assertThatThrownBy(() -> deletion(client).run(List.of("ada"), "DELETE_ONLY", false))
          .hasMessageContaining("401");
    }
  }
}
