package io.postrider.server.catalog.workspace;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.postrider.id.SourceId;
import io.postrider.route.DestinationSettings;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WorkspaceFileFormTest {

  private static final EnvironmentVariables VARIABLES =
      EnvironmentVariables.of(Map.of("SECRET", "s3cret", "EMPTY", ""));

  private static List<String> mistakes(String text) {
    InvalidWorkspaceFileException wrong =
        catchThrowableOfType(
            InvalidWorkspaceFileException.class, () -> WorkspaceFileForm.read(text, VARIABLES));
    assertThat(wrong).as(text).isNotNull();
    return wrong.mistakes().stream().map(Object::toString).toList();
  }

  private static DeclaredFile read(String text) {
    return WorkspaceFileForm.read(text, VARIABLES);
  }

  private static final String COMPUTATIONS =
      """
      audiences:
        one:
          name: One
          definition: {any: [{audience: two}, {audience: nope}]}
        two:
          name: Two
          definition: {audience: one}
        spent:
          name: Ws Spent
          definition: {trait: a, op: exists}
      computedTraits:
        spent:
          name: wsSpent
          definition: {kind: event_count, event: e}
      """;

  private static List<String> wrong(String text, String... elsewhere) {
    try {
      WorkspaceFileForm.check(text, VARIABLES, List.of(elsewhere));
      return List.of();
    } catch (InvalidWorkspaceFileException wrong) {
      return wrong.mistakes().stream().map(Object::toString).toList();
    }
  }

  @Test
  void computations_areCheckedTogether() {
    assertThat(wrong(COMPUTATIONS))
        .containsExactly(
            "4:25: audiences.one.definition.any[0].audience refers back to this audience:"
                + " one → two → one",
            "4:42: audiences.one.definition.any[1].audience is not the key of an audience",
            "7:18: audiences.two.definition.audience refers back to this audience: two → one → two",
            "9:5: audiences.spent.name results in the key ws_spent, which the computed trait"
                + " wsSpent has; choose another name",
            "13:5: computedTraits.spent.name results in the key ws_spent, which the audience Ws"
                + " Spent has; choose another name");
    String right =
        COMPUTATIONS
            .replace("{audience: two}, ", "")
            .replace("wsSpent", "other")
            .replace("kind: event_count", "kind: event_count, within: 3650d");
    assertThat(wrong(right)).singleElement().asString().contains("is not the key of an audience");
    assertThat(wrong(right, "nope", "one")).isEmpty();
  }

  @Test
  void everyMistake_hasALocation() {
    assertThat(
            mistakes(
                """
                sources:
                  shop:
                    name: Shop
                    type: desktop
                    ratelimit: 5
                    writeKey: short
                  shop:
                    name: Again
                    type: web
                  un named: {name: x, type: web}
                  other:
                    type: web
                destinations:
                  crm:
                    name: CRM
                    sources: [shop, chop, shop]
                    settings:
                      webhooks:
                        - url: https://example.com/a
                        - url: ftp://example.com
                          headers:
                            Host: x
                      standardWebhooks: true
                    maxRate: 0
                    filters:
                      - action: drop
                        when:
                          all:
                            - {type: [track]}
                            - {field: properties.a, op: like, value: 1}
                sorces: {}
                """))
        .containsExactly(
            "4:5: sources.shop.type must be web, mobile or server",
            "5:5: sources.shop.ratelimit is unknown; did you mean rateLimit?",
            "6:5: sources.shop.writeKey must consist of 8 to 100 letters, digits, - and _",
            "7:3: sources.shop is a duplicate",
            "10:3: sources.un named is not a name: use up to 100 letters, digits, and _ . -"
                + " after the first",
            "11:3: sources.other.name is required",
            "16:21: destinations.crm.sources[1] is not a source in this file; did you mean shop?",
            "16:27: destinations.crm.sources[2] is the same as sources[0]",
            "20:11: destinations.crm.settings.webhooks[1].url must start with http:// or https://",
            "22:13: destinations.crm.settings.webhooks[1].headers.Host cannot be set: it is"
                + " reserved",
            "24:5: destinations.crm.maxRate must be an integer between 1 and 1,000,000, or null",
            "30:37: destinations.crm.filters[0].when.all[1].op must be one of equals, not_equals,"
                + " less_than, at_most, greater_than, at_least, contains, not_contains,"
                + " starts_with, ends_with, exists, not_exists, before, after, one_of,"
                + " contains_one_of",
            "31:1: sorces is unknown; did you mean sources?");
  }

  @Test
  void missingSecret_isReported() {
    assertThat(
            mistakes(
                """
                destinations:
                  a:
                    name: A
                    settings: {webhooks: [{url: "https://example.com"}], standardWebhooks: true}
                """))
        .containsExactly(
            "4:58: destinations.a.settings.standardWebhooks requires settings.sharedSecret");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "\n", "# nothing\n", "~", "{}", "---\n...\n"})
  void emptyFile_isRefused(String text) {
    assertThat(mistakes(text))
        .containsExactly(
            "1:1: the file is empty; add a section such as sources:, or sources: {} for none");
  }

  @ParameterizedTest
  @CsvSource({
    "[], a list",
    "'- name: Web', a list",
    "sources, a text",
    "5, a number",
    "0.5, a number",
    "true, a boolean"
  })
  void fileWithoutSections_isRefusedForWhatItIs(String text, String found) {
    assertThat(mistakes(text))
        .containsExactly(
            "1:1: the file is " + found + "; it must be a map of sections such as sources:");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "sources: {}",
        "destinations: {}",
        "workspace: {}",
        "sources: {}\ndestinations: {}"
      })
  void emptySections_areValid(String text) {
    assertThat(read(text).locations().isEmpty()).isTrue();
  }

  @Test
  void malformedYaml_isReportedWithItsLocation() {
    assertThat(mistakes("sources:\n  a: [1,\ndestinations: {}\n")).hasSize(1);
    assertThat(mistakes("sources:\n  a: [1,\ndestinations: {}\n").getFirst())
        .startsWith("4:1: this is not YAML: ");
    assertThat(mistakes("sources: {}\n\tx: 1\n").getFirst()).startsWith("2:1: this is not YAML: ");
    assertThat(mistakes("sources: {}\n---\nsources: {}\n").getFirst())
        .startsWith("2:1: this is not YAML: ");
  }

  @Test
  void sections_areMaps() {
    assertThat(mistakes("sources: [a]\ndestinations:\n"))
        .containsExactly(
            "1:1: sources must be a map; for none, write sources: {}",
            "2:1: destinations must be a map; for none, write destinations: {}");
    assertThat(mistakes("sources:\n  a: 5\n  b:\n"))
        .containsExactly(
            "2:3: sources.a must have fields, such as name:",
            "3:3: sources.b must have fields, such as name:");
  }

  @Test
  void variables_areFilledIn() {
    String file =
        """
        destinations:
          a:
            name: %s
            settings: {webhooks: [{url: "https://example.com"}], sharedSecret: "%s"}
        """;
    assertThat(mistakes(file.formatted("A", "${env:NONE}")))
        .containsExactly(
            "4:58: destinations.a.settings.sharedSecret requires the environment variable NONE,"
                + " which is not set");
    assertThat(mistakes(file.formatted("A", "x${env:EMPTY}")).getFirst()).contains("EMPTY");
    assertThat(mistakes(file.formatted("A", "${env:a b}")).getFirst()).contains("${env:NAME}");
    assertThat(mistakes(file.formatted("A", "${env:SECRET")).getFirst()).contains("${env:NAME}");
    DeclaredFile read = read(file.formatted("1 $${env:SECRET} ${SECRET}", "a${env:SECRET}b"));
    List<DeclaredFile.DestinationEntry> declared = requireNonNull(read.destinations());
    assertThat(declared).hasSize(1);
    assertThat(declared.getFirst().requested().name()).isEqualTo("1 ${env:SECRET} ${SECRET}");
    assertThat(
            declared
                .getFirst()
                .requested()
                .settings()
                .apply(DestinationSettings.DEFAULT)
                .secrets()
                .getFirst()
                .value())
        .isEqualTo("as3cretb");
  }

  @Test
  void mistakes_neverContainValues() {
    String file =
        """
        sources: {a: {name: "${env:SECRET}", type: "${env:SECRET}", writeKey: "${env:SECRET}"}}
        destinations:
          b:
            name: B
            id: ${env:SECRET}
            sources: ["${env:SECRET}"]
            payload: ${env:SECRET}
            settings: {webhooks: [{url: "${env:SECRET}", headers: {A: "${env:SECRET}\\n"}}]}
            filters: [{action: "${env:SECRET}", when: {field: "${env:SECRET}", op: exists}}]
        """;
    assertThat(mistakes(file)).hasSizeGreaterThan(7).noneMatch(line -> line.contains("s3cret"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"1e1000000000", "-1e-99999999999999999999", "LONG", "0xLONG"})
  void unboundedNumber_isAMistake(String number) {
    String text = number.replace("LONG", "1".repeat(1_001));
    assertThat(mistakes("sources: {a: {name: a, type: web, rateLimit: %s}}".formatted(text)))
        .containsExactly(
            "1:35: sources.a.rateLimit is a number of more than 1,000 characters or 9 exponent"
                + " digits");
  }

  @ParameterizedTest
  @ValueSource(strings = {"1000", "+1000", "01000", "1000.", "1e3", ".1e4", "0x3e8", "0o1750"})
  void number_mayHaveAnyFormOfYaml(String number) {
    DeclaredFile file = read("sources: {a: {name: a, type: web, rateLimit: %s}}".formatted(number));
    assertThat(requireNonNull(file.sources()).getFirst().source().rateLimit()).isEqualTo(1_000);
  }

  @Test
  void idOfTwoEntries_isAMistake() {
    String id = new SourceId(7).toString();
    String file = "sources: {a: {id: %s, name: a, type: web}, b: {id: %s, name: b, type: web}}";
    assertThat(mistakes(file.formatted(id, id)))
        .singleElement()
        .asString()
        .endsWith("sources.b.id is the ID of sources.a");
    assertThat(read(file.formatted(id, new SourceId(8))).sources()).hasSize(2);
  }

  @Test
  void yaml_isReadAsOfVersion12() {
    DeclaredFile file =
        read("sources: {a: {name: no, type: web, rateLimit: 1e3}, 7: {name: '8', type: web}}");
    List<DeclaredFile.SourceEntry> sources = requireNonNull(file.sources());
    assertThat(sources).hasSize(2);
    assertThat(sources.getFirst().source().name()).isEqualTo("no");
    assertThat(sources.getFirst().source().rateLimit()).isEqualTo(1_000);
    assertThat(sources.getLast().name()).isEqualTo("7");
    assertThat(mistakes("sources: {a: {name: 8, type: web, enabled: yes}}"))
        .containsExactly(
            "1:15: sources.a.name must be a string",
            "1:35: sources.a.enabled must be true or false");
  }

  @Test
  void hostileYaml_isBounded() {
    StringBuilder laughs = new StringBuilder("a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n");
    for (int i = 1; i < 5; i++) {
      String alias = "*a" + (i - 1);
      laughs.append("a%d: &a%d [".formatted(i, i));
      laughs.append(String.join(", ", Collections.nCopies(10, alias))).append("]\n");
    }
    laughs.append("b: [*a4, *a4, *a4, *a4, *a4, *a4, *a4, *a4]\n");
    assertThat(mistakes(laughs.toString()).getFirst())
        .contains("the file is too large: at most 64 levels, 1,000,000 values");
    assertThat(mistakes("sources: &a {b: *a}\n").getFirst()).contains("64 levels");
    assertThat(mistakes("sources: " + "[".repeat(65) + "]".repeat(65)).getFirst())
        .contains("64 levels");
  }

  @ParameterizedTest
  @ValueSource(strings = {"[", "{a: ", "- ", "? ", "{? ", "[{a: &x "})
  void nesting_isBoundedBeforeParsing(String opening) {
    assertThat(mistakes(opening.repeat(100_000)).getFirst())
        .startsWith("1:")
        .contains("the file is too large: at most 64 levels");
  }

  @Test
  void valuesAndAliases_areBoundedBeforeParsing() {
    assertThat(mistakes("a: [" + "1,".repeat(YamlBounds.MAX_VALUES) + "]").getFirst())
        .contains("the file is too large", "1,000,000 values");
    String aliases = "a: &a {}\nb: [%s]\n";
    String most = "*a,".repeat(YamlBounds.MAX_ALIASES);
    assertThat(mistakes(aliases.formatted(most)))
        .isNotEmpty()
        .noneMatch(mistake -> mistake.contains("too large") || mistake.contains("not YAML"));
    assertThat(mistakes(aliases.formatted(most + "*a")).getFirst()).contains("100,000 aliases");
  }

  @Test
  void paths_areBoundedTogether() {
    String text = "? %s\n: [%s]".formatted("k".repeat(100_000), "1,".repeat(1_000));
    assertThat(mistakes(text).getFirst()).contains("the file is too large");
  }

  @Test
  void mistakesInAudiences_haveLocations() {
    assertThat(
            mistakes(
                """
                sources: {}
                destinations:
                  crm: {name: CRM, settings: {webhooks: [{url: "https://example.com/"}]}}
                audiences:
                  vip:
                    id: ctr_0000000000000
                    name: VIP
                    destinations: [crm, cmr, crm]
                    definition:
                      all:
                        - trait: plan
                          op: like
                        - event: Order Completed
                          within: 30x
                          count: {op: contains, value: 1}
                  empty:
                    name: "!!"
                    sync: hourly
                computedTraits:
                  spent:
                    name: Spent
                    definition: {kind: sum, event: Order Completed}
                    keys: spent
                audience: {}
                """))
        .containsExactly(
            "6:5: audiences.vip.id is not the ID of an audience",
            "8:25: audiences.vip.destinations[1] is not a destination in this file; did you mean"
                + " crm?",
            "8:30: audiences.vip.destinations[2] is the same as destinations[0]",
            "12:11: audiences.vip.definition.all[0].op must be one of equals, not_equals,"
                + " less_than, at_most, greater_than, at_least, contains, not_contains,"
                + " starts_with, ends_with, exists, not_exists, before, after, one_of,"
                + " contains_one_of",
            "14:11: audiences.vip.definition.all[1].within must be a duration such as 1h or"
                + " 30d, from 1m to 3650d",
            "15:19: audiences.vip.definition.all[1].count.op must be one of equals, not_equals,"
                + " less_than, at_most, greater_than, at_least",
            "16:3: audiences.empty.definition is required",
            "17:5: audiences.empty.name must contain a letter or a digit for its key",
            "18:5: audiences.empty.sync must be realtime or a duration such as 1h or 30d,"
                + " from 15m to 30d",
            "22:5: computedTraits.spent.definition.property is required",
            "23:5: computedTraits.spent.keys is unknown; did you mean key?",
            "24:1: audience is unknown; did you mean audiences?");
  }
}
