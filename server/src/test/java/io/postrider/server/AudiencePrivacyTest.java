package io.postrider.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.postrider.server.delivery.Behaviour;
import io.postrider.server.delivery.Received;
import io.postrider.server.delivery.TestReceiver;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** That audiences tell nothing of users who are deleted or suppressed. */
class AudiencePrivacyTest {

  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir Path folder;

  private TestReceiver receiver;
  private RunningServer server;
  private String destination;

  @BeforeEach
  void start() throws IOException {
    receiver = TestReceiver.open();
    server =
        RunningServer.start(
            folder,
            Map.of("delivery.allow-networks", "127.0.0.0/8", "delivery.retry-first-delay", "1ms"));
    destination =
        admin(
                "POST",
                "/api/destinations",
                "{'name':'Hook','sources':[],'settings':{'webhooks':[{'url':'%s'}]}}"
                    .formatted(receiver.url("/hook")))
            .path("id")
            .asText();
  }

  @AfterEach
  void stop() {
    server.close();
    receiver.close();
  }

  private JsonNode admin(String method, String path, String body) throws IOException {
    HttpResponse<String> answer =
        server.admin(method, path, body.isEmpty() ? null : body.replace('\'', '"'));
    assertThat(answer.statusCode()).as(answer.body()).isLessThan(300);
    return answer.body().isEmpty() ? JSON.nullNode() : JSON.readTree(answer.body());
  }

  private void audience(String name) throws IOException {
    JsonNode created =
        admin(
            "POST",
            "/api/audiences",
            ("{'name':'%s','destinations':['%s'],'definition':"
                    + "{'event':'Bought','count':{'op':'at_least','value':1}}}")
                .formatted(name, destination));
    String path = "/api/audiences/" + created.path("id").asText();
    await().until(() -> admin("GET", path, "").path("status").asText().equals("live"));
  }

  private void bought(String user) {
    String json = "{\"userId\":\"%s\",\"event\":\"Bought\"}".formatted(user);
    assertThat(server.track("/v1/track", json).statusCode()).isEqualTo(200);
  }

  private void regulate(String type, String user) throws IOException {
    JsonNode made =
        admin(
            "POST",
            "/api/regulations",
            "{'regulationType':'%s','subjectType':'USER_ID','subjectIds':['%s']}"
                .formatted(type, user));
    String path = "/api/regulations/" + made.path("id").asText();
    await().until(() -> admin("GET", path, "").path("status").asText().equals("FINISHED"));
  }

  private List<String> users() throws IOException {
    return receiver.received().stream()
        .map(Received::body)
        .map(AudiencePrivacyTest::user)
        .distinct()
        .toList();
  }

  private static String user(byte[] body) {
    try {
      return JSON.readTree(body).path("userId").asText();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void rebuild_bringsNobodyBackWhoWasDeleted() throws IOException {
    bought("ada");
    bought("bob");
    await().until(() -> server.admin("GET", "/api/profiles/bob", null).statusCode() == 200);
    regulate("DELETE_ONLY", "ada");
    regulate("SUPPRESS_WITH_DELETE", "bob");
    admin("POST", "/api/profile-rebuild", "");
    bought("cid");
    audience("Buyers");
    await().until(() -> users().contains("cid"));
    assertThat(users()).containsExactly("cid");
    assertThat(server.admin("GET", "/api/profiles/ada", null).statusCode()).isEqualTo(404);
    assertThat(server.admin("GET", "/api/profiles/bob", null).statusCode()).isEqualTo(404);
  }

  @Test
  void userWhoCameBack_isKept() throws IOException {
    bought("ada");
    await().until(() -> server.admin("GET", "/api/profiles/ada", null).statusCode() == 200);
    regulate("DELETE_ONLY", "ada");
    bought("ada");
    audience("Buyers");
    await().until(() -> users().contains("ada"));
    assertThat(admin("GET", "/api/messages?userId=ada", "").path("data").toString())
        .contains("buyers");
  }

  @Test
  void messageThatWaits_isNotSentOnceItsUserIsDeleted() throws IOException {
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
                admin("GET", "/api/destinations/" + destination, "").at("/health/waiting").asLong(0)
                    == 0);
    assertThat(receiver.received().subList(before, receiver.received().size()))
        .allMatch(one -> user(one.body()).equals("bob"));
  }

  @Test
  void suppressedUsers_areToldOfNoMore() throws IOException {
    bought("ada");
    bought("bob");
    await().until(() -> server.admin("GET", "/api/profiles/bob", null).statusCode() == 200);
    regulate("SUPPRESS_ONLY", "ada");
    audience("Buyers");
    await().until(() -> users().contains("bob"));
    assertThat(users()).containsExactly("bob");
  }
}
