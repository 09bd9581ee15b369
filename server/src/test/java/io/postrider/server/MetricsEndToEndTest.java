package io.postrider.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.postrider.DocumentedMetrics;
import io.postrider.server.delivery.Behaviour;
import io.postrider.server.delivery.TestReceiver;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The metrics of a real node: what they count, and that docs/operating.md lists exactly them. */
@Tag("slow")
class MetricsEndToEndTest {

  private static final Duration LONG = Duration.ofSeconds(30);

  /** The garbage collector decides whether these appear. */
  private static final Pattern RARE =
      Pattern.compile("jvm_gc_(pause|concurrent)_.*|postrider_(tls|spans)_.*");

  private static final Pattern TYPE = Pattern.compile("(?m)^# TYPE (\\w+) (\\w+)$");
  private static final Pattern SAMPLE = Pattern.compile("(?m)^(\\w+)(?:\\{(.*)})? \\S+$");
  private static final Pattern LABEL = Pattern.compile("(\\w+)=\"(?:[^\"\\\\]|\\\\.)*\"");

  @TempDir Path folder;

  private static String metrics(RunningServer server) {
    return server.get("/metrics").body();
  }

  private static void track(RunningServer server, String event, String members) {
    String json = "{\"userId\":\"u\",\"event\":\"%s\"%s}".formatted(event, members);
    assertThat(server.track("/v1/track", json).statusCode()).isEqualTo(200);
  }

  private static void awaitLines(RunningServer server, String... lines) {
    await().atMost(LONG).untilAsserted(() -> assertThat(metrics(server)).contains(lines));
  }

  @Test
  void filteredMessages_areCountedByReason() {
    try (TestReceiver receiver = TestReceiver.open();
        RunningServer server = RunningServer.start(folder, TestNode.LOCAL)) {
      String id = server.createDestination(receiver.url("/"));
      server.api(
          "PATCH",
          "/api/destinations/" + id,
          "{'acceptsHistorical':false,'filters':[{'action':'drop','when':{'event':['Drop']}}]}");
      server.api(
          "PUT", "/api/sources/" + server.firstSource() + "/schema/Blocked", "{'allowed':false}");
      track(server, "Drop", "");
      track(server, "Drop", "");
      track(server, "Blocked", "");
      track(server, "Excluded", ",\"integrations\":{\"All\":false}");
      track(server, "Old", ",\"timestamp\":\"2001-01-01T00:00:00Z\"");
      track(server, "Sent", "");
      String series =
          "postrider_filtered_messages_total{destination=\"" + id + "\",reason=\"%s\"} ";
      awaitLines(
          server,
          series.formatted("destination_filter") + "2.0",
          series.formatted("source_schema") + "1.0",
          series.formatted("integrations") + "1.0",
          series.formatted("historical") + "1.0",
          "postrider_deliveries_total{destination=\"" + id + "\",fate=\"filtered\"} 5.0",
          "postrider_deliveries_total{destination=\"" + id + "\",fate=\"delivered\"} 1.0");
    }
  }

  @Test
  void destinations_showNameBacklogAndBreaker_andGoWhenDeleted() {
    try (TestReceiver receiver = TestReceiver.open().always(Behaviour.status(500));
        RunningServer server = RunningServer.start(folder, TestNode.LOCAL)) {
      String id = server.createDestination(receiver.url("/"), receiver.url("/other"));
      String label = "{destination=\"" + id + "\"";
      awaitLines(
          server,
          "postrider_destination_info" + label + ",name=\"Hook\"} 1",
          "postrider_destination_backlog" + label + "} 0.0",
          "postrider_destination_backlog_age_seconds" + label + "} 0.0",
          "postrider_lost_offsets_total" + label + "} 0.0",
          "postrider_destination_urls{breaker=\"closed\",destination=\"" + id + "\"} 2.0");
      for (int i = 0; i < 20; i++) {
        track(server, "E", "");
      }
      awaitLines(
          server,
          "postrider_destination_backlog" + label + "} 20.0",
          "postrider_destination_urls{breaker=\"closed\",destination=\"" + id + "\"} 0.0",
          "postrider_destination_urls{breaker=\"open\",destination=\"" + id + "\"} 2.0");
      assertThat(metrics(server))
          .doesNotContain("postrider_destination_backlog_age_seconds" + label + "} 0.0");
      server.api("PATCH", "/api/destinations/" + id, "{'name':'New \\\"name\\\"'}");
      awaitLines(server, "postrider_destination_info" + label + ",name=\"New \\\"name\\\"\"} 1");
      assertThat(metrics(server)).doesNotContain("name=\"Hook\"");
      assertThat(server.admin("DELETE", "/api/destinations/" + id, null).statusCode())
          .isEqualTo(204);
      await().atMost(LONG).untilAsserted(() -> assertThat(metrics(server)).doesNotContain(id));
    }
  }

  @Test
  void documentedSeries_areTheExposedOnes() {
    try (TestReceiver receiver = TestReceiver.open();
        RunningServer server = RunningServer.start(folder, TestNode.LOCAL)) {
      String id = server.createDestination(receiver.url("/"));
      server.regulate("SUPPRESS_ONLY", "gone");
      track(server, "E", "");
      track(server, "Excluded", ",\"integrations\":{\"All\":false}");
      server.track("/v1/track", "{\"userId\":\"gone\",\"event\":\"E\"}");
      server.track("/v1/track", "{}");
      awaitLines(
          server,
          "postrider_deliveries_total{destination=\"" + id + "\",fate=\"delivered\"} 1.0",
          "reason=\"integrations\"} 1.0",
          "postrider_destination_info",
          "disk_total_bytes");
      Map<String, Set<String>> documented = DocumentedMetrics.read();
      Map<String, Set<String>> exposed = exposed(metrics(server));
      documented.keySet().removeIf(name -> RARE.matcher(name).matches());
      exposed.keySet().removeIf(name -> RARE.matcher(name).matches());
      assertThat(exposed).isEqualTo(documented);
    }
  }

  /** Series and their labels, from the text for Prometheus. */
  private static Map<String, Set<String>> exposed(String text) {
    Set<String> composite =
        TYPE.matcher(text)
            .results()
            .filter(type -> List.of("histogram", "summary").contains(type.group(2)))
            .map(type -> type.group(1))
            .collect(Collectors.toSet());
    Map<String, Set<String>> series = new TreeMap<>();
    for (MatchResult sample : SAMPLE.matcher(text).results().toList()) {
      Set<String> labels =
          series.computeIfAbsent(name(sample.group(1), composite), name -> new TreeSet<>());
      labels(sample).filter(label -> !label.equals("le")).forEach(labels::add);
    }
    return series;
  }

  private static String name(String sample, Set<String> composite) {
    Matcher part = Pattern.compile("(\\w+)_(?:bucket|sum|count)").matcher(sample);
    return part.matches() && composite.contains(part.group(1)) ? part.group(1) : sample;
  }

  private static Stream<String> labels(MatchResult sample) {
    return sample.group(2) == null
        ? Stream.of()
        : LABEL.matcher(sample.group(2)).results().map(label -> label.group(1));
  }
}
