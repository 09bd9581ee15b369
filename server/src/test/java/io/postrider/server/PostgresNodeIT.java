package io.postrider.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.postrider.server.database.PostgresServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A whole node on PostgreSQL: every schema in one database, over one pool. */
class PostgresNodeIT {

  private static final ObjectMapper JSON = new ObjectMapper();

  @RegisterExtension static final PostgresServer POSTGRES = new PostgresServer();

  @TempDir Path folder;

  private RunningServer start() {
    return RunningServer.start(folder, Map.of("database.url", POSTGRES.setting()));
  }

  private static JsonNode json(HttpResponse<String> response) {
    try {
      return JSON.readTree(response.body());
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  private static void send(RunningServer server, String type, String body) {
    assertThat(server.track("/v1/" + type, body.replace('\'', '"')).statusCode()).isEqualTo(200);
  }

  private static String create(RunningServer server, String path, String body) {
    HttpResponse<String> response = server.admin("POST", path, body.replace('\'', '"'));
    assertThat(response.statusCode()).as(response.body()).isEqualTo(201);
    return json(response).path("id").asText();
  }

  private static void awaitSize(RunningServer server, String audience, int size) {
    await()
        .until(
            () ->
                json(server.admin("GET", "/api/audiences/" + audience, null)).path("size").asInt(-1)
                    == size);
  }

  @Test
  void node_keepsProfilesAndAudiencesAcrossRestarts() {
    String audience;
    try (RunningServer server = start()) {
      send(server, "identify", "{'userId':'ada','traits':{'plan':'pro'}}");
      send(server, "track", "{'userId':'bob','event':'Signed Up'}");
      audience =
          create(
              server,
              "/api/audiences",
              "{'name':'Pro','destinations':[],"
                  + "'definition':{'trait':'plan','op':'equals','value':'pro'}}");
      awaitSize(server, audience, 1);
    }
    try (RunningServer server = start()) {
      awaitSize(server, audience, 1);
      assertThat(json(server.admin("GET", "/api/profiles/ada", null)).at("/traits/plan").asText())
          .isEqualTo("pro");
    }
  }
}
