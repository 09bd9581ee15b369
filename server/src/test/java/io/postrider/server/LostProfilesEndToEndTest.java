package io.postrider.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.postrider.server.delivery.TestReceiver;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A node whose profiles are damaged sends its receivers nothing twice. */
final class LostProfilesEndToEndTest {

  private static final String BOUGHT = "{'event':'Bought','count':{'op':'at_least','value':1}}";

  @TempDir Path folder;

  private static void track(RunningServer server, String user, int amount) {
    String key = server.api("/api/sources").at("/data/0/writeKey").asText();
    String json =
        "{\"userId\":\"%s\",\"event\":\"Bought\",\"properties\":{\"amount\":%d}}"
            .formatted(user, amount);
    assertThat(server.track("/v1/track", json, key).statusCode()).isEqualTo(200);
  }

  private static String create(RunningServer server, String kind, String json) {
    return "/api/" + kind + "/" + server.api("POST", "/api/" + kind, json).path("id").asText();
  }

  private static void awaitSize(RunningServer server, String path, long size) {
    await()
        .untilAsserted(
            () -> {
              JsonNode now = server.api(path);
              assertThat(now.path("status").asText()).isEqualTo("live");
              assertThat(now.path("size").asLong()).isEqualTo(size);
            });
  }

  private static List<String> sent(TestReceiver receiver, int count) {
    await().until(() -> receiver.received().size() >= count);
    return receiver.received().stream()
        .map(received -> TestNode.parse(received.text()))
        .map(message -> message.path("userId").asText() + " " + message.path("traits"))
        .toList();
  }

  @Test
  void damagedProfiles_sendOnlyDifferences() throws IOException {
    try (TestReceiver receiver = TestReceiver.open()) {
      String buyers;
      String rich;
      try (RunningServer server = RunningServer.start(folder, TestNode.LOCAL)) {
        String hook = "\"" + server.createDestinationWithoutSource(receiver.url("/hook")) + "\"";
        buyers =
            create(
                server,
                "audiences",
                "{'name':'Buyers','destinations':[%s],'definition':%s}".formatted(hook, BOUGHT));
        String spent =
            create(
                server,
                "computed-traits",
                "{'name':'Spent','destinations':[],'definition':{'kind':'sum','event':'Bought',"
                    + "'property':'amount'}}");
        rich =
            create(
                server,
                "audiences",
                "{'name':'Rich','destinations':[%s],'definition':{'trait':'spent',".formatted(hook)
                    + "'op':'at_least','value':100}}");
        awaitSize(server, spent, 0);
        track(server, "ada", 100);
        track(server, "ben", 1);
        assertThat(sent(receiver, 3))
            .containsExactlyInAnyOrder(
                "ada {\"buyers\":true}", "ben {\"buyers\":true}", "ada {\"rich\":true}");
        awaitSize(server, rich, 1);
      }
      byte[] noise = new byte[100_000];
      Arrays.fill(noise, (byte) 0x5a);
      Files.write(folder.resolve("profiles.db"), noise);
      try (RunningServer server = RunningServer.start(folder, TestNode.LOCAL)) {
        awaitSize(server, buyers, 2);
        awaitSize(server, rich, 1);
        track(server, "cid", 200);
        assertThat(sent(receiver, 5).subList(3, 5))
            .as("only what is new")
            .containsExactlyInAnyOrder("cid {\"buyers\":true}", "cid {\"rich\":true}");
        awaitSize(server, rich, 2);
        assertThat(receiver.received()).hasSize(5);
        assertThat(server.api("/api/profiles/ada").at("/computedTraits/spent").asInt())
            .isEqualTo(100);
      }
    }
  }
}
