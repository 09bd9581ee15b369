package io.postrider.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Profiles, from the tracking API to the admin API and the rebuild command. */
abstract class ProfilesEndToEndContract {

  @RegisterExtension final TestEngine engine;

  @TempDir Path folder;

  ProfilesEndToEndContract(TestEngine engine) {
    this.engine = engine;
  }

  private static void send(RunningServer server, String type, String json) {
    assertThat(server.track("/v1/" + type, json.replace('\'', '"')).statusCode()).isEqualTo(200);
  }

  private static void awaitEvents(RunningServer server, String user, int count) {
    await()
        .until(
            () ->
                TestNode.parse(server.admin("GET", "/api/profiles/" + user, null).body())
                        .path("eventCount")
                        .asInt(-1)
                    == count);
  }

  @Test
  void profiles_surviveARestart() {
    try (RunningServer server = engine.start(folder, Map.of())) {
      send(server, "page", "{'anonymousId':'v','name':'Home'}");
      send(server, "identify", "{'userId':'ada','anonymousId':'v','traits':{'plan':'pro'}}");
      send(server, "track", "{'userId':'ada','event':'Paid','properties':{'total':12.50}}");
      awaitEvents(server, "ada", 2);
    }
    try (RunningServer server = engine.start(folder, Map.of())) {
      JsonNode profile = server.api("/api/profiles/ada");
      assertThat(profile.at("/traits/plan").asText()).isEqualTo("pro");
      assertThat(profile.at("/anonymousIds/0").asText()).isEqualTo("v");
      JsonNode events = server.api("/api/profiles/ada/events").path("data");
      assertThat(events.findValuesAsText("event")).containsExactly("Paid", "Page Viewed");
      assertThat(events.at("/0/properties/total").asDouble()).isEqualTo(12.5);
      assertThat(server.api("/api/profiles").at("/data/0/userId").asText()).isEqualTo("ada");
      await()
          .untilAsserted(
              () ->
                  assertThat(server.get("/metrics").body())
                      .contains("postrider_follower_lag{follower=\"profiles\"} 0.0"));
    }
  }

  @Test
  void rebuild_restoresTheSameProfiles() {
    try (RunningServer server = engine.start(folder, Map.of())) {
      send(server, "identify", "{'userId':'ada','traits':{'plan':'pro'}}");
      send(server, "track", "{'userId':'ada','event':'Paid'}");
      awaitEvents(server, "ada", 1);
      JsonNode before = server.api("/api/profiles/ada");
      StringWriter out = new StringWriter();
      CommandLine main = RootCommand.commandLine();
      main.setOut(new PrintWriter(out, true));
      int code =
          main.execute(
              "rebuild",
              "profiles",
              "--url",
              "http://127.0.0.1:" + server.port(),
              "--token",
              RunningServer.ADMIN_TOKEN);
      assertThat(code).isZero();
      assertThat(out.toString()).contains("100 %", "Rebuilt all profiles.");
      assertThat(server.api("/api/profiles/ada")).isEqualTo(before);
    }
  }

  @Test
  void withoutTheRole_noProfilesAreStored() {
    Map<String, String> roles = Map.of("roles", "collect,deliver,control");
    try (RunningServer server = engine.start(folder, roles)) {
      send(server, "identify", "{'userId':'ada'}");
      assertThat(server.admin("GET", "/api/profiles/ada", null).statusCode()).isEqualTo(404);
      assertThat(server.get("/metrics").body()).doesNotContain("follower=\"profiles\"");
    }
  }
}
