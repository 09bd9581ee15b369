package io.postrider.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** JSON of the commands that change or export something, and a profile for all of them. */
@Tag("slow")
class JsonOutputTest {

  @TempDir Path folder;

  @Test
  void exportForgetAndRebuild_printJson_withAProfile() throws Exception {
    Path ids = Files.writeString(folder.resolve("ids"), "ada\n");
    Path profile = folder.resolve("profile");
    try (RunningServer server = RunningServer.start(folder.resolve("data"), Map.of())) {
      server.track("/v1/identify", "{\"userId\":\"ada\"}");
      Files.writeString(
          profile,
          "url = %s%ntoken = %s%nwrite-key = %s%n"
              .formatted(server.uri("/"), RunningServer.ADMIN_TOKEN, server.writeKey()));
      Files.setPosixFilePermissions(profile, PosixFilePermissions.fromString("rw-------"));
      String[] with = {"--profile", profile.toString()};

      JsonNode exported = json("export", "--json", with[0], with[1]);
      assertThat(exported.path("sources")).hasSize(1);
      JsonNode forgotten = json("forget", ids.toString(), "--json", with[0], with[1]);
      assertThat(forgotten.path("confirmed").asBoolean()).isTrue();
      JsonNode rebuilt = json("rebuild", "profiles", "--json", with[0], with[1]);
      assertThat(rebuilt.path("messages").isNumber()).isTrue();
      JsonNode sent = json("send", "--user-id", "bob", "--json", with[0], with[1]);
      assertThat(sent.path("accepted").asBoolean()).isTrue();
    }
  }

  private static JsonNode json(String... arguments) {
    CommandRun run = CommandRun.of(arguments).exits(0);
    assertThat(run.out().lines()).hasSize(1);
    return TestNode.parse(run.out());
  }
}
