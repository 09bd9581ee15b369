package io.postrider.server.commands;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.postrider.server.http.admin.Json;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

final class ConvertCommandTest {

  private static final List<String> SEGMENT =
      List.of(
          "segment-sources.json",
          "segment-destinations.json",
          "segment-filters.json",
          "segment-subscriptions.json");

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @TempDir private Path folder;

  @BeforeEach
  void copySamples() throws Exception {
    List<String> all = new ArrayList<>(SEGMENT);
    all.add("rudderstack.json");
    for (String name : all) {
      try (var sample = ConvertCommand.class.getResourceAsStream("convert/" + name)) {
        Files.copy(Objects.requireNonNull(sample), folder.resolve(name));
      }
    }
  }

  private int run(Object command, List<String> arguments) {
    out.getBuffer().setLength(0);
    err.getBuffer().setLength(0);
    return CommandErrors.handledBy(new CommandLine(command))
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(arguments.toArray(String[]::new));
  }

  private int convert(List<String> files, String... options) {
    List<String> arguments = new ArrayList<>(List.of(options));
    files.forEach(file -> arguments.add(folder.resolve(file).toString()));
    return run(new ConvertCommand(), arguments);
  }

  private JsonNode converted(List<String> files) {
    assertThat(convert(files, "--json")).isZero();
    assertThat(err.toString()).isEmpty();
    return Json.parseOwn(out.toString());
  }

  private void assertValid(List<String> files) throws Exception {
    assertThat(convert(files)).isZero();
    Path file = Files.writeString(folder.resolve("workspace.yaml"), out.toString());
    assertThat(run(new ValidateCommand(), List.of("--without-environment", file.toString())))
        .as(err.toString())
        .isZero();
  }

  @Test
  void converted_isValid() throws Exception {
    assertValid(SEGMENT);
    assertValid(List.of("rudderstack.json"));
    // every part alone says what is missing
    assertValid(SEGMENT.subList(0, 1));
    assertValid(SEGMENT.subList(1, 2));
  }

  @Test
  void responseOfAnError_isRefused() throws Exception {
    Files.writeString(
        folder.resolve("filters-2.json"),
        "{\"errors\":[{\"type\":\"forbidden\",\"message\":\"Forbidden\"}]}");
    List<String> files = new ArrayList<>(SEGMENT);
    files.add("filters-2.json");
    assertThat(convert(files)).isEqualTo(1);
    assertThat(out.toString()).isEmpty();
    assertThat(err.toString())
        .endsWith(
            "filters-2.json has no sources, destinations, filters or subscriptions, but an error:"
                + " Forbidden. Save the response again, or leave it out.\n");
    Files.writeString(folder.resolve("filters-2.json"), "{\"data\":{\"filters\":[]}}");
    assertThat(convert(files)).isZero();
  }

  @Test
  void missingPage_isSaid() throws Exception {
    String page = "{\"data\":{\"filters\":[],\"pagination\":{\"current\":\"%s\"%s}}}";
    Files.writeString(folder.resolve("p1.json"), page.formatted("MA==", ",\"next\":\"MQ==\""));
    Files.writeString(folder.resolve("p2.json"), page.formatted("MQ==", ""));
    List<String> files = new ArrayList<>(SEGMENT);
    files.add("p1.json");
    String notice = "{\"kind\":\"list\",\"name\":\"filters\",\"message\":\"It has further pages";
    assertThat(converted(files).path("notes").toString()).contains(notice);
    files.add("p2.json");
    assertThat(converted(files).path("notes").toString()).doesNotContain(notice);
  }

  @Test
  void filesThatAreNamedTwice_changeNothing() {
    List<String> twice = new ArrayList<>(SEGMENT);
    twice.addAll(SEGMENT);
    assertThat(converted(twice)).isEqualTo(converted(SEGMENT));
    assertThat(converted(List.of("rudderstack.json", "rudderstack.json")))
        .isEqualTo(converted(List.of("rudderstack.json")));
  }

  @Test
  void sourcesOfOneWriteKey_areOne() throws Exception {
    Path other = folder.resolve("renamed.json");
    Files.writeString(
        other,
        Files.readString(folder.resolve("segment-sources.json"))
            .replace("\"Web shop\"", "\"Renamed\""));
    List<String> files = List.of("segment-sources.json", "renamed.json");
    JsonNode result = converted(files);
    assertThat(result.path("workspace"))
        .isEqualTo(converted(SEGMENT.subList(0, 1)).path("workspace"));
    assertThat(result.path("notes").toString())
        .contains("Its write key is that of the source web-shop, which stands for both.");
    assertValid(files);
  }

  @Test
  void segmentSources_keepTypeAndWriteKey() {
    JsonNode sources = converted(SEGMENT).path("workspace").path("sources");
    assertThat(sources)
        .hasToString(
            "{\"web-shop\":{\"type\":\"web\",\"writeKey\":\"SYIq6ZmuzeJkwPkDFXoKpOVlsQRNFjWd\","
                + "\"name\":\"Web shop\"},\"orders\":{\"type\":\"server\",\"enabled\":false,"
                + "\"writeKey\":\"MoVl0ZkP2fQ1s8bRzU6yTq4WnXh7Jd3C\",\"name\":\"Orders\"}}");
  }

  @Test
  void segmentWebhooks_keepUrlsHeadersAndFilters() {
    JsonNode result = converted(SEGMENT);
    assertThat(result.path("variables")).hasToString("[\"CRM_HOOKS_SHARED_SECRET\"]");
    JsonNode crm = result.path("workspace").path("destinations").path("crm-hooks");
    assertThat(crm.path("sources")).hasToString("[\"web-shop\"]");
    assertThat(crm.path("payload").asText()).isEqualTo("full");
    assertThat(crm.path("settings"))
        .hasToString(
            "{\"webhooks\":[{\"url\":\"https://crm.example.com/segment\",\"headers\":{\"X-Team\":"
                + "\"sales\"}},{\"url\":\"https://standby.example.com/segment\"}],"
                + "\"sharedSecret\":\"${env:CRM_HOOKS_SHARED_SECRET}\"}");
    assertThat(crm.path("filters"))
        .hasToString(
            "[{\"name\":\"Only large orders\",\"action\":\"drop\",\"when\":{\"all\":[{\"not\":"
                + "{\"event\":[\"Order Completed\"]}},{\"field\":\"properties.total\",\"op\":"
                + "\"less_than\",\"value\":5.5}]}},{\"name\":\"Private\",\"enabled\":false,"
                + "\"action\":\"omit\",\"fields\":[\"traits.ssn\",\"context.ip\"]},"
                + "{\"name\":\"Private\",\"enabled\":false,\"action\":\"sample\",\"percent\":12.5,"
                + "\"by\":\"userId\"}]");
  }

  @Test
  void segmentMapping_isADestinationWithItsTrigger() {
    JsonNode destinations = converted(SEGMENT).path("workspace").path("destinations");
    assertThat(destinations.properties().stream().map(entry -> entry.getKey()))
        .containsExactly("crm-hooks", "actions-paid-orders", "actions-long-names");
    JsonNode paid = destinations.path("actions-paid-orders");
    assertThat(paid.path("filters").get(0).path("when"))
        .hasToString(
            "{\"not\":{\"all\":[{\"type\":[\"track\"]},{\"any\":[{\"event\":[\"Order Paid\"]},"
                + "{\"field\":\"event\",\"op\":\"starts_with\",\"value\":\"Refund\"}]}]}}");
    assertThat(paid.has("enabled")).isFalse();
  }

  /** Without its filter, a destination would get what it must not get. */
  @Test
  void destinationWhoseFilterIsLost_isDisabled() {
    JsonNode result = converted(SEGMENT);
    JsonNode lost = result.path("workspace").path("destinations").path("actions-long-names");
    assertThat(lost.path("enabled").asBoolean(true)).isFalse();
    assertThat(result.path("notes").toString())
        .contains("It is disabled: its trigger cannot be converted (length())");
  }

  @Test
  void whatIsLeftOut_isSaid() {
    assertThat(convert(SEGMENT)).isZero();
    assertThat(err.toString())
        .contains(
            "Left out:",
            "source \"Salesforce\": Sources of the kind Salesforce cannot be converted.",
            "destination \"Analytics\": It is no webhook but google-analytics-4.",
            "destination \"Actions: By put\": It uses PUT, not POST.",
            "destination \"Without mappings\": It has no URL.",
            "destination \"Reserved header\": destinations.reserved-header.settings.webhooks",
            "Different:",
            "source \"Web shop\": Only the first of its write keys is used.",
            "destination \"Actions: Paid orders\": It gets each message by itself, not in batches.",
            "destination \"Actions: Long names\": Its fields are not mapped");
  }

  @Test
  void rudderStack_mergesTheSourcesOfADestination() {
    JsonNode result = converted(List.of("rudderstack.json"));
    JsonNode workspace = result.path("workspace");
    assertThat(workspace.path("sources").path("app"))
        .hasToString(
            "{\"type\":\"mobile\",\"enabled\":false,\"writeKey\":\"2xYyE0rX2fQ1s8bRzU6yTq4WnXh\","
                + "\"name\":\"App\"}");
    assertThat(workspace.path("destinations").path("crm"))
        .hasToString(
            "{\"payload\":\"full\",\"settings\":{\"webhooks\":[{\"url\":"
                + "\"https://crm.example.com/rudder\",\"headers\":{\"X-Token\":\"t-1\"}}]},"
                + "\"name\":\"CRM\",\"sources\":[\"web-shop\",\"app\"]}");
    assertThat(workspace.path("destinations").path("transformed").path("enabled").asBoolean(true))
        .isFalse();
    assertThat(result.path("leftOut").valueStream().map(one -> one.path("name").asText()))
        .containsExactly("Payments", "Warehouse", "By get");
  }

  @Test
  void severalWorkspacesOfRudderStack_areOneFile() throws Exception {
    String one = Files.readString(folder.resolve("rudderstack.json"));
    Files.writeString(folder.resolve("all.json"), "{\"w1\":" + one + "}");
    assertThat(converted(List.of("all.json"))).isEqualTo(converted(List.of("rudderstack.json")));
  }

  @Test
  void otherFiles_areRefused() throws Exception {
    Files.writeString(folder.resolve("no.json"), "{\"sources\":[{\"name\":\"a\"}]}");
    assertThat(convert(List.of("no.json"))).isEqualTo(1);
    assertThat(err.toString()).contains("no export of Segment or RudderStack");
    Files.writeString(folder.resolve("no.txt"), "sources:");
    assertThat(convert(List.of("no.txt"))).isEqualTo(1);
    assertThat(err.toString())
        .contains("no.txt is not JSON: line 1, column ")
        .doesNotContain("body");
    assertThat(convert(List.of("missing.json"))).isEqualTo(1);
    assertThat(err.toString()).contains("missing.json: it does not exist.");
    assertThat(convert(List.of())).isEqualTo(2);
    Files.writeString(
        folder.resolve("nothing.json"),
        "{\"data\":{\"destinations\":[{\"name\":\"GA\",\"metadata\":{\"slug\":\"ga\"}}]}}");
    assertThat(convert(List.of("nothing.json"))).isEqualTo(1);
    assertThat(err.toString()).contains("Nothing in these files", "\"GA\": It is no webhook");
  }
}
