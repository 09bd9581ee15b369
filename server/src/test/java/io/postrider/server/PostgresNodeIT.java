package io.postrider.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.postrider.server.database.PostgresServer;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A whole node on PostgreSQL: every schema in one database, over one pool. */
class PostgresNodeIT {

  @RegisterExtension static final PostgresServer POSTGRES = PostgresServer.withoutTables();

  @TempDir Path folder;

  private RunningServer start() {
    return RunningServer.start(folder, Map.of("database.url", POSTGRES.setting()));
  }

  private static void send(RunningServer server, String type, String body) {
    assertThat(server.track("/v1/" + type, body.replace('\'', '"')).statusCode()).isEqualTo(200);
  }

  private static void awaitSize(RunningServer server, String audience, int size) {
    await().until(() -> server.api("/api/audiences/" + audience).path("size").asInt(-1) == size);
  }

  @Test
  void profilesAndAudiences_surviveARestart() {
    String audience;
    try (RunningServer server = start()) {
      send(server, "identify", "{'userId':'ada','traits':{'plan':'pro'}}");
      send(server, "track", "{'userId':'bob','event':'Signed Up'}");
      audience =
          server
              .api(
                  "POST",
                  "/api/audiences",
                  "{'name':'Pro','destinations':[],"
                      + "'definition':{'trait':'plan','op':'equals','value':'pro'}}")
              .path("id")
              .asText();
      awaitSize(server, audience, 1);
    }
    try (RunningServer server = start()) {
      awaitSize(server, audience, 1);
      assertThat(server.api("/api/profiles/ada").at("/traits/plan").asText()).isEqualTo("pro");
    }
  }
}
