package io.postrider.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.postrider.server.delivery.TestReceiver;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The workspace file and its commands, with the real program. */
class WorkspaceFileIT {

  private static final Map<String, String> ENVIRONMENT =
      Map.of("CRM_SHARED_SECRET", "s3cret-of-the-crm");

  @TempDir Path folder;

  private static String file(String url, String filters) {
    return """
    sources:
      shop: {name: Shop, type: server, writeKey: wk_of_the_shop}
    destinations:
      crm:
        name: CRM
        sources: [shop]
        settings:
          webhooks: [{url: "%s"}]
          sharedSecret: ${env:CRM_SHARED_SECRET}
        filters: %s
    """
        .formatted(url, filters);
  }

  private ChildServer start(Path file) {
    return ChildServer.start(
        folder.resolve("data"),
        ENVIRONMENT,
        "--workspace=" + file,
        "--delivery.allow-networks=127.0.0.0/8");
  }

  private static void track(ChildServer server, String event) {
    String body =
        "{\"userId\":\"u\",\"event\":\"%s\",\"messageId\":\"%s\"}".formatted(event, event);
    assertThat(server.track("/v1/track", body, "wk_of_the_shop").statusCode()).isEqualTo(200);
  }

  /** Runs a command, which must succeed; returns its output. */
  private static String printed(String... arguments) {
    StringWriter out = new StringWriter();
    CommandLine line = RootCommand.commandLine().setOut(new PrintWriter(out));
    line.getSubcommands().values().forEach(command -> command.setOut(new PrintWriter(out)));
    assertThat(line.execute(arguments)).isZero();
    return out.toString();
  }

  @Test
  void file_isAppliedAtStartAndOnChange() throws Exception {
    Path file = folder.resolve("workspace.yaml");
    try (TestReceiver receiver = TestReceiver.open()) {
      Files.writeString(file, file(receiver.url("/hook"), "[]"));
      String exported;
      String data = folder.resolve("data").toString();
      try (ChildServer server = start(file)) {
        assertThat(server.api("/api/sources").path("data")).hasSize(1);
        track(server, "First");
        assertThat(new String(receiver.take().body(), StandardCharsets.UTF_8)).contains("First");

        Path next = folder.resolve("next.yaml");
        Files.writeString(
            next, file(receiver.url("/hook"), "[{action: drop, when: {event: [Second]}}]"));
        Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
        await()
            .atMost(Duration.ofMinutes(1))
            .until(() -> !server.api("/api/destinations").at("/data/0/filters").isEmpty());
        track(server, "Second");
        track(server, "Third");
        assertThat(new String(receiver.take().body(), StandardCharsets.UTF_8)).contains("Third");

        String valid = Files.readString(file);
        Files.writeString(file, valid.replace("type: server", "type: desktop"));
        await()
            .atMost(Duration.ofMinutes(1))
            .untilAsserted(
                () ->
                    assertThat(server.printed())
                        .anyMatch(
                            line ->
                                line.contains(
                                    file
                                        + ":2:22: sources.shop.type must be web, mobile or"
                                        + " server")));
        assertThat(server.api("/api/sources").at("/data/0/type").asText()).isEqualTo("server");
        assertThat(String.join("\n", server.printed())).doesNotContain("s3cret");

        exported =
            printed(
                "export",
                "--url",
                "http://127.0.0.1:" + server.port(),
                "--token",
                TestNode.ADMIN_TOKEN);
        assertThat(printed("export", "--data", data)).isEqualTo(exported);
        assertThat(exported)
            .contains("sharedSecret: ${env:CRM_SHARED_SECRET}", "#   CRM_SHARED_SECRET")
            .doesNotContain("s3cret");
        assertThat(server.terminate()).isZero();
      }
      Path again = Files.writeString(folder.resolve("again.yaml"), exported);
      try (ChildServer server = start(again)) {
        assertThat(String.join("\n", server.printed()))
            .contains("sources 1 (0 new, 0 changed, 0 removed)")
            .contains("destinations 1 (0 new, 0 changed, 0 removed)");
        assertThat(printed("export", "--data", data)).isEqualTo(exported);
        track(server, "Fourth");
        assertThat(new String(receiver.take().body(), StandardCharsets.UTF_8)).contains("Fourth");
      }
    }
  }

  @Test
  void invalidFile_preventsTheStart() throws Exception {
    Path file = Files.writeString(folder.resolve("wrong.yaml"), "sources:\n  a: {name: A}\n");
    try (ChildServer server =
        ChildServer.launch(folder.resolve("data"), Map.of(), "--workspace=" + file)) {
      assertThat(server.outputToEnd())
          .contains("The workspace file is invalid")
          .contains(file + ":2:3: sources.a.type is required")
          .doesNotContain("\tat ");
      assertThat(server.exitCode()).isEqualTo(1);
    }
    try (ChildServer server =
        ChildServer.launch(folder.resolve("other"), Map.of(), "--workspace=/not/there.yaml")) {
      assertThat(server.outputToEnd()).contains("the folder /not does not exist");
      assertThat(server.exitCode()).isEqualTo(1);
    }
  }

  @Test
  void validate_printsErrors() throws Exception {
    Path valid = Files.writeString(folder.resolve("a.yaml"), file("https://example.com", "[]"));
    assertThat(printed("validate", "--without-environment", valid.toString()))
        .contains("The workspace file is valid.");
    StringWriter err = new StringWriter();
    CommandLine line = RootCommand.commandLine();
    line.getSubcommands().values().forEach(command -> command.setErr(new PrintWriter(err)));
    assertThat(line.execute("validate", valid.toString())).isEqualTo(1);
    assertThat(err.toString())
        .contains(":9:7: destinations.crm.settings.sharedSecret requires the environment variable");
  }
}
