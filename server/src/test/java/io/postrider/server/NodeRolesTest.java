package io.postrider.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a node without a role does not serve. */
class NodeRolesTest {

  @TempDir Path folder;

  @Test
  void withoutControl_theAdminApiIsNotFound_andMessagesAreAccepted() {
    Map<String, String> roles = Map.of("roles", "collect,deliver,audience");
    try (RunningServer server = RunningServer.start(folder, roles)) {
      assertThat(server.admin("GET", "/api/sources", null).statusCode()).isEqualTo(404);
      assertThat(server.admin("GET", "/api/overview", null).statusCode()).isEqualTo(404);
      assertThat(server.track("/v1/track", "{\"userId\":\"u\",\"event\":\"E\"}").statusCode())
          .isEqualTo(200);
      assertThat(server.get("/health/ready").statusCode()).isEqualTo(200);
    }
  }

  @Test
  void withoutCollect_messagesAreNotFound_andTheAdminApiAnswers() {
    try (RunningServer server = RunningServer.start(folder, Map.of("roles", "control"))) {
      assertThat(server.admin("GET", "/api/sources", null).statusCode()).isEqualTo(200);
      assertThat(server.track("/v1/track", "{\"userId\":\"u\",\"event\":\"E\"}").statusCode())
          .isEqualTo(404);
    }
  }
}
