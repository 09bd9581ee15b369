package io.postrider.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.postrider.server.delivery.Behaviour;
import io.postrider.server.delivery.TestReceiver;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code postrider status}, {@code tail} and {@code replay} with a real node. */
class WatchEndToEndTest {

  @TempDir Path folder;
  private RunningServer server;
  private final TestReceiver receiver = TestReceiver.open();

  @BeforeEach
  void start() {
    server = RunningServer.start(folder, TestNode.LOCAL);
  }

  @AfterEach
  void stop() {
    server.close();
    receiver.close();
  }

  private String[] arguments(String... arguments) {
    List<String> all = new ArrayList<>(List.of(arguments));
    all.addAll(List.of("--url", server.uri("/").toString(), "--token", RunningServer.ADMIN_TOKEN));
    return all.toArray(String[]::new);
  }

  private CommandRun run(String... arguments) {
    return CommandRun.of(arguments(arguments));
  }

  private void track(String event, String userId) {
    String json = "{\"userId\":\"%s\",\"event\":\"%s\"}".formatted(userId, event);
    assertThat(server.track("/v1/track", json).statusCode()).isEqualTo(200);
  }

  @Test
  void status_showsHealthAndDestinations() {
    server.createDestination(receiver.url("/"));
    track("Signed Up", "ada");
    receiver.take();
    CommandRun text = run("status").exits(0);
    assertThat(text.out())
        .contains("ready", "Last 5 minutes: ", "Waiting: ", "DESTINATION", "Hook", "healthy");
    JsonNode json = TestNode.parse(run("status", "--json").exits(0).out());
    assertThat(json.path("ready").asBoolean()).isTrue();
    assertThat(json.at("/destinations/0/name").asText()).isEqualTo("Hook");
    assertThat(json.at("/destinations/0/state").asText()).isEqualTo("healthy");
    assertThat(json.path("perSecond").path("accepted").isNumber()).isTrue();
    assertThat(json.path("attention").isArray()).isTrue();
  }

  @Test
  void status_namesWhatNeedsAttention() {
    receiver.always(Behaviour.status(500));
    server.createDestination(receiver.url("/"));
    track("Signed Up", "ada");
    receiver.take();
    receiver.take();
    assertThat(run("status").exits(0).out()).contains("Needs attention:", "Hook: ");
  }

  @Test
  void status_failsWithoutAService() {
    CommandRun run = CommandRun.of("status", "--url", "http://127.0.0.1:1", "--token", "t");
    assertThat(run.exits(1).err()).startsWith("postrider: Cannot connect to http://127.0.0.1:1.");
    assertThat(run("status", "extra").exits(2).err())
        .startsWith("postrider: Unexpected argument 'extra'.");
  }

  @Test
  void tail_printsRecentAndLiveCalls() {
    track("Old", "ada");
    CommandRun text = CommandRun.start(arguments("tail", "--recent", "9", "--count", "2"));
    text.awaitOut("Old");
    track("Other", "ada\u202e");
    text.exits(0);
    assertThat(text.out().lines()).hasSize(2);
    assertThat(text.out())
        .contains("accepted", "track", "user=ada\\u202e")
        .doesNotContain("\u202e");
  }

  @Test
  void tail_filters() {
    track("Paid", "ada");
    track("Paid", "bob");
    server.track("/v1/identify", "{\"userId\":\"bob\"}");
    CommandRun run =
        run(
            "tail",
            "--recent",
            "9",
            "--count",
            "1",
            "--event",
            "Paid",
            "--user-id",
            "bob",
            "--json");
    JsonNode line = TestNode.parse(run.exits(0).out());
    assertThat(line.path("outcome").asText()).isEqualTo("accepted");
    assertThat(line.path("event").asText()).isEqualTo("Paid");
    assertThat(line.path("userId").asText()).isEqualTo("bob");
    assertThat(line.path("source").asText()).isNotEmpty();
  }

  @Test
  void tail_refusesWrongUse() {
    assertThat(run("tail", "--outcome", "lost").exits(2).err())
        .startsWith("postrider: --outcome must be accepted or rejected.");
    assertThat(run("tail", "--recent", "101").exits(2).err())
        .startsWith("postrider: --recent must be between 0 and 100.");
    assertThat(run("tail", "--source", "none").exits(1).err())
        .startsWith("postrider: There is no such source.");
    assertThat(run("tail", "--type", "nonsense").exits(2).err())
        .startsWith("postrider: --type must be identify, track,");
  }

  @Test
  void replay_isFollowedToItsEnd() {
    String id = server.createDestination(receiver.url("/"));
    track("Paid", "ada");
    track("Paid", "bob");
    receiver.take();
    receiver.take();
    CommandRun run = run("replay", "Hook", "--from", "1h").exits(0);
    assertThat(run.out()).contains("100 %", ": finished. 2 delivered, 0 failed, 0 skipped.");
    receiver.take();
    receiver.take();
    JsonNode json = TestNode.parse(run("replay", id, "--failed", "--since", "1h", "--json").out());
    assertThat(json.path("kind").asText()).isEqualTo("failed");
    assertThat(json.path("state").asText()).isEqualTo("finished");
  }

  @Test
  void replay_refusesWrongUse() {
    server.createDestination(receiver.url("/"));
    assertThat(run("replay", "Hook").exits(2).err())
        .startsWith("postrider: Choose messages by one of");
    assertThat(run("replay", "Hook", "--from", "1h", "--failed", "--since", "1h").exits(2).err())
        .startsWith("postrider: Choose messages by one of");
    assertThat(run("replay", "Hook", "--failed").exits(2).err())
        .startsWith("postrider: --failed and --since belong together.");
    assertThat(run("replay", "Hook", "--from", "yesterday").exits(2).err())
        .startsWith("postrider: --from is not a time such as");
    assertThat(run("replay", "Nowhere", "--from", "1h").exits(1).err())
        .startsWith("postrider: There is no destination 'Nowhere'.");
    assertThat(run("replay", "Hook", "--message-id", "none").exits(1).err()).contains("answered 4");
  }

  @Test
  void status_ofAnIdleDestination_isZero() {
    server.createDestination(receiver.url("/"));
    JsonNode json = TestNode.parse(run("status", "--json").exits(0).out());
    assertThat(json.at("/destinations/0/waiting").asLong()).isZero();
    assertThat(json.at("/destinations/0/deliveredPerSecond").asDouble()).isZero();
  }
}
