package io.postrider.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.postrider.server.delivery.Behaviour;
import io.postrider.server.delivery.Received;
import io.postrider.server.delivery.TestReceiver;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Audiences send no messages about deleted or suppressed users. */
abstract class AudiencePrivacyContract {

  @RegisterExtension final TestEngine engine;

  @TempDir Path folder;

  AudiencePrivacyContract(TestEngine engine) {
    this.engine = engine;
  }

  private TestReceiver receiver;
  private RunningServer server;
  private String destination;

  @BeforeEach
  void start() {
    receiver = TestReceiver.open();
    server =
        engine.start(
            folder,
            Map.of("delivery.allow-networks", "127.0.0.0/8", "delivery.retry-first-delay", "1ms"));
    destination = server.createDestinationWithoutSource(receiver.url("/hook"));
  }

  @AfterEach
  void stop() {
    server.close();
    receiver.close();
  }

  private void audience(String name) {
    JsonNode created =
        server.api(
            "POST",
            "/api/audiences",
            ("{'name':'%s','destinations':['%s'],'definition':"
                    + "{'event':'Bought','count':{'op':'at_least','value':1}}}")
                .formatted(name, destination));
    String path = "/api/audiences/" + created.path("id").asText();
    await().until(() -> server.api(path).path("status").asText().equals("live"));
  }

  private void bought(String user) {
    String json = "{\"userId\":\"%s\",\"event\":\"Bought\"}".formatted(user);
    assertThat(server.track("/v1/track", json).statusCode()).isEqualTo(200);
  }

  private void regulate(String type, String user) {
    String path = "/api/regulations/" + server.regulate(type, user).path("id").asText();
    await().until(() -> server.api(path).path("status").asText().equals("FINISHED"));
  }

  private List<String> users() {
    return receiver.received().stream().map(AudiencePrivacyContract::user).distinct().toList();
  }

  private static String user(Received received) {
    return TestNode.parse(received.text()).path("userId").asText();
  }

  @Test
  void rebuild_doesNotRestoreDeletedUsers() {
    bought("ada");
    bought("bob");
    await().until(() -> server.admin("GET", "/api/profiles/bob", null).statusCode() == 200);
    regulate("DELETE_ONLY", "ada");
    regulate("SUPPRESS_WITH_DELETE", "bob");
    server.api("POST", "/api/profile-rebuild", "");
    bought("cid");
    audience("Buyers");
    await().until(() -> users().contains("cid"));
    assertThat(users()).containsExactly("cid");
    assertThat(server.admin("GET", "/api/profiles/ada", null).statusCode()).isEqualTo(404);
    assertThat(server.admin("GET", "/api/profiles/bob", null).statusCode()).isEqualTo(404);
  }

  @Test
  void returningUser_isAMemberAgain() {
    bought("ada");
    await().until(() -> server.admin("GET", "/api/profiles/ada", null).statusCode() == 200);
    regulate("DELETE_ONLY", "ada");
    bought("ada");
    audience("Buyers");
    await().until(() -> users().contains("ada"));
    assertThat(server.api("/api/messages?userId=ada").path("data").toString()).contains("buyers");
  }

  @Test
  void waitingMessage_isNotSentAfterDeletion() {
    receiver.always(Behaviour.status(503));
    audience("Buyers");
    bought("ada");
    await().until(() -> users().contains("ada"));
    regulate("DELETE_ONLY", "ada");
    receiver.always(Behaviour.status(200));
    int before = receiver.received().size();
    bought("bob");
    await().until(() -> users().contains("bob"));
    await()
        .until(
            () ->
                server.api("/api/destinations/" + destination).at("/health/waiting").asLong(0)
                    == 0);
    assertThat(receiver.received().subList(before, receiver.received().size()))
        .allMatch(one -> user(one).equals("bob"));
  }

  @Test
  void suppressedUsers_areNotSent() {
    bought("ada");
    bought("bob");
    await().until(() -> server.admin("GET", "/api/profiles/bob", null).statusCode() == 200);
    regulate("SUPPRESS_ONLY", "ada");
    audience("Buyers");
    await().until(() -> users().contains("bob"));
    assertThat(users()).containsExactly("bob");
  }
}
