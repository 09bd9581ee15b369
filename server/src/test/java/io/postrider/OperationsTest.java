package io.postrider;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/**
 * The files in operations/ use only series and labels that docs/operating.md lists; its list is
 * compared with what a node exposes.
 */
final class OperationsTest {

  private static final Path FOLDER = RepositoryFiles.ROOT.resolve("operations");
  private static final Map<String, Set<String>> METRICS = DocumentedMetrics.read();

  private static final Pattern SELECTOR =
      Pattern.compile(
          "\\b((?:postrider|jvm|process|system|disk)_\\w+)(?:\\{((?:[^}\"]|\"[^\"]*\")*)})?");
  private static final Pattern MATCHER = Pattern.compile("(\\w+)\\s*(?:=~|!~|!=|=)\\s*\"");
  private static final Pattern GROUPING =
      Pattern.compile("\\b(?:by|on|without|ignoring|group_left)\\s*\\(([^)]*)\\)");

  /** Prometheus itself adds the first two, histograms have the third. */
  private static final Set<String> ALWAYS = Set.of("job", "instance", "le");

  @Test
  void alerts_useDocumentedSeries() {
    List<String> expressions = rules().stream().map(rule -> text(rule, "expr")).toList();
    assertThat(expressions).hasSizeGreaterThan(10).allSatisfy(OperationsTest::requireDocumented);
  }

  @Test
  void alerts_sayWhatHappensAndWhatToDo() {
    Set<String> names = new HashSet<>();
    for (Map<?, ?> rule : rules()) {
      String name = text(rule, "alert");
      assertThat(names.add(name)).as(name).isTrue();
      assertThat(text(map(rule, "labels"), "severity")).as(name).isIn("page", "ticket");
      Map<?, ?> annotations = map(rule, "annotations");
      assertThat(text(annotations, "summary")).as(name).endsWith(".");
      assertThat(text(annotations, "action")).as(name).endsWith(".");
    }
  }

  @Test
  void dashboard_usesDocumentedSeries() throws IOException {
    List<String> expressions = new ArrayList<>();
    for (JsonNode panel : dashboard().get("panels")) {
      panel.path("targets").forEach(target -> expressions.add(target.get("expr").asText()));
    }
    dashboard().at("/templating/list").findValues("query").stream()
        .map(JsonNode::asText)
        .filter(query -> query.startsWith("label_values"))
        .forEach(expressions::add);
    assertThat(expressions).hasSizeGreaterThan(20).allSatisfy(OperationsTest::requireDocumented);
  }

  @Test
  void dashboard_explainsEveryPanel_andNoneCoversAnother() throws IOException {
    Set<Integer> ids = new HashSet<>();
    Set<String> cells = new HashSet<>();
    for (JsonNode panel : dashboard().get("panels")) {
      String title = panel.get("title").asText();
      assertThat(ids.add(panel.get("id").asInt())).as(title).isTrue();
      if (!panel.get("type").asText().equals("row")) {
        assertThat(panel.get("description").asText()).as(title).endsWith(".");
        assertThat(panel.get("targets")).as(title).isNotEmpty();
      }
      JsonNode place = panel.get("gridPos");
      assertThat(place.get("x").asInt() + place.get("w").asInt()).as(title).isLessThanOrEqualTo(24);
      for (int x = 0; x < place.get("w").asInt(); x++) {
        for (int y = 0; y < place.get("h").asInt(); y++) {
          String cell = (place.get("x").asInt() + x) + "," + (place.get("y").asInt() + y);
          assertThat(cells.add(cell)).as("%s at %s", title, cell).isTrue();
        }
      }
    }
  }

  private static void requireDocumented(String expression) {
    Set<String> labels = new TreeSet<>(ALWAYS);
    List<MatchResult> selectors = SELECTOR.matcher(expression).results().toList();
    assertThat(selectors.isEmpty() && !expression.startsWith("up{")).as(expression).isFalse();
    for (MatchResult selector : selectors) {
      Set<String> known = METRICS.get(series(selector.group(1)));
      assertThat(known).as("%s in %s", selector.group(1), expression).isNotNull();
      labels.addAll(known);
      if (selector.group(2) != null) {
        MATCHER
            .matcher(selector.group(2))
            .results()
            .map(matcher -> matcher.group(1))
            .filter(label -> !ALWAYS.contains(label))
            .forEach(label -> assertThat(known).as(expression).contains(label));
      }
    }
    GROUPING
        .matcher(expression)
        .results()
        .flatMap(group -> Arrays.stream(group.group(1).split(",")))
        .map(String::strip)
        .forEach(label -> assertThat(labels).as(expression).contains(label));
  }

  /** The documented name: histograms and summaries are listed once. */
  private static String series(String name) {
    String whole = name.replaceFirst("_(bucket|sum|count)$", "");
    return METRICS.containsKey(name) ? name : whole;
  }

  private static List<Map<?, ?>> rules() {
    Object file =
        new Load(LoadSettings.builder().build())
            .loadFromString(RepositoryFiles.read(FOLDER.resolve("alerts.yml")));
    return maps(((Map<?, ?>) file).get("groups"))
        .flatMap(group -> maps(group.get("rules")))
        .toList();
  }

  private static Stream<Map<?, ?>> maps(Object list) {
    return ((List<?>) list).stream().map(entry -> (Map<?, ?>) entry);
  }

  private static Map<?, ?> map(Map<?, ?> parent, String key) {
    return (Map<?, ?>) parent.get(key);
  }

  private static String text(Map<?, ?> parent, String key) {
    return (String) parent.get(key);
  }

  private static JsonNode dashboard() throws IOException {
    return new ObjectMapper()
        .readTree(RepositoryFiles.read(FOLDER.resolve("grafana-dashboard.json")));
  }
}
