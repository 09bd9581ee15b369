package io.postrider.server.http.admin;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.postrider.audience.AggregateKind;
import io.postrider.audience.AudienceCondition;
import io.postrider.audience.Computation;
import io.postrider.audience.ComputationDefinition;
import io.postrider.audience.ComputationKey;
import io.postrider.audience.ComputationSettings;
import io.postrider.audience.PropertyCondition;
import io.postrider.condition.KeyPath;
import io.postrider.condition.Operator;
import io.postrider.route.DestinationSettings;
import io.postrider.route.Workspace;
import io.postrider.server.access.AuditTrail;
import io.postrider.server.access.api.SessionResource;
import io.postrider.server.access.api.TokenResource;
import io.postrider.server.catalog.api.DestinationForm;
import io.postrider.server.catalog.api.DestinationResource;
import io.postrider.server.catalog.api.SharedSecretField;
import io.postrider.server.catalog.api.SourceForm;
import io.postrider.server.catalog.api.SourceResource;
import io.postrider.server.catalog.api.StaticHeaders;
import io.postrider.server.catalog.api.WebhookUrl;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The document and the program say the same; {@link ApiTests} holds every exchange against it. */
final class OpenApiTest extends ApiTests {

  private final ApiDocument document = ApiDocument.read();

  @Test
  void document_isServed() throws Exception {
    Reply served = request("GET", "/openapi.json", null, java.util.Map.of());
    assertThat(served.status()).isEqualTo(200);
    assertThat(served.text("openapi")).startsWith("3.1");
    assertThat(served.body()).isEqualTo(document.root());
  }

  @Test
  void document_describesExactlyWhatTheAdminApiAnswers() {
    Set<String> answered = new TreeSet<>();
    api.resources()
        .forEach(
            resource ->
                resource
                    .endpoints()
                    .keySet()
                    .forEach(
                        method ->
                            answered.add(
                                method.name()
                                    + " /api"
                                    + resource.path().replaceAll(":([a-zA-Z]+)", "{$1}"))));
    Set<String> described =
        document.operations().stream()
            .filter(operation -> operation.contains(" /api/"))
            .collect(Collectors.toSet());
    assertThat(answered).isEqualTo(described).isNotEmpty();
  }

  @Test
  void document_isWhole() {
    assertThat(document.brokenReferences()).isEmpty();
    assertThat(document.unusedComponents()).isEmpty();
    assertThat(document.root().findValuesAsText("operationId"))
        .doesNotHaveDuplicates()
        .hasSameSizeAs(document.operations());
  }

  /** A comma in a text without quotes ends it, and what follows becomes a member without value. */
  @Test
  void document_hasNoMembersThatAreHalfOfASentence() {
    assertThat(withoutValue(document.root(), "")).isEmpty();
  }

  private static List<String> withoutValue(JsonNode node, String path) {
    List<String> found = new ArrayList<>();
    node.properties()
        .forEach(
            member -> {
              String name = member.getKey();
              String place = path + "/" + name;
              if (member.getValue().isNull()) {
                found.add(place);
              }
              if (!name.equals("example") && !name.equals("examples")) {
                found.addAll(withoutValue(member.getValue(), place));
              }
            });
    for (int i = 0; node.isArray() && i < node.size(); i++) {
      found.addAll(withoutValue(node.get(i), path + "/" + i));
    }
    return found;
  }

  @Test
  void document_statesTheProgramsLimits() {
    assertThat(document.root().at("/components/schemas/Name/maxLength").asInt())
        .isEqualTo(SourceForm.MAX_NAME_LENGTH);
    assertThat(document.root().at("/components/schemas/RateLimit/maximum").asInt())
        .isEqualTo(SourceForm.MAX_RATE);
    assertThat(document.root().at("/components/parameters/Limit/schema/maximum").asInt())
        .isEqualTo(Paging.MAX_PAGE);
    assertThat(document.root().at("/paths/~1api~1sources/post/description").asText())
        .contains("%,d sources".formatted(SourceResource.MAX_SOURCES));
  }

  @Test
  void document_statesTheLimitsOfDestinations() {
    assertThat(document.root().at("/paths/~1api~1destinations/post/description").asText())
        .contains("%,d destinations".formatted(DestinationResource.MAX_DESTINATIONS));
    assertThat(
            document
                .root()
                .at("/paths/~1api~1sources~1{id}~1schema~1{event}/put/description")
                .asText())
        .contains("%,d".formatted(SourceForm.MAX_BLOCKED_EVENTS))
        .contains("%,d".formatted(SourceForm.MAX_ALLOWED_EVENTS));
    assertThat(schema("/ConnectedSources/maxItems")).isEqualTo(DestinationForm.MAX_SOURCES);
    assertThat(schema("/Webhooks/maxItems")).isEqualTo(DestinationSettings.MAX_WEBHOOKS);
    assertThat(schema("/Webhooks/items/properties/url/maxLength")).isEqualTo(WebhookUrl.MAX_LENGTH);
    assertThat(schema("/Webhooks/items/properties/headers/maxProperties"))
        .isEqualTo(StaticHeaders.MAX_HEADERS);
    assertThat(schema("/SharedSecret/maxLength")).isEqualTo(SharedSecretField.MAX_LENGTH);
    assertThat(schema("/MaxRate/minimum")).isEqualTo(1);
    assertThat(schema("/MaxRate/maximum")).isEqualTo(DestinationForm.MAX_RATE);
    assertThat(schema("/MaxConcurrency/maximum")).isEqualTo(DestinationForm.MAX_CONCURRENCY);
  }

  @Test
  void document_statesTheLimitsOfAccess() {
    assertThat(document.root().at("/paths/~1api~1tokens/post/description").asText())
        .contains("be %,d tokens".formatted(TokenResource.MAX_TOKENS));
    assertThat(document.root().at("/paths/~1api~1audit/get/description").asText())
        .contains("%,d of them".formatted(AuditTrail.MAX_ENTRIES));
    assertThat(schema("/SignIn/properties/token/maxLength"))
        .isEqualTo(SessionResource.MAX_TOKEN_LENGTH);
    assertThat(schema("/RedactedFields/maxItems")).isEqualTo(Workspace.MAX_REDACTED_FIELDS);
  }

  @Test
  void document_statesTheLimitsOfAudiences() {
    assertThat(document.root().at("/paths/~1api~1audiences/post/description").asText())
        .contains("%,d audiences".formatted(Computation.MAX_PER_KIND));
    assertThat(document.root().at("/paths/~1api~1computed-traits/post/description").asText())
        .contains("%,d computed traits".formatted(Computation.MAX_PER_KIND));
    assertThat(schema("/ComputationKey/maxLength")).isEqualTo(ComputationKey.MAX_LENGTH);
    assertThat(schema("/Name/maxLength")).isEqualTo(ComputationSettings.MAX_NAME_LENGTH);
    assertThat(schema("/ListedDestinations/maxItems"))
        .isEqualTo(ComputationSettings.MAX_DESTINATIONS);
    assertThat(document.root().at("/components/schemas/Condition/description").asText())
        .contains(
            "%d levels and %d conditions"
                .formatted(AudienceCondition.MAX_DEPTH, AudienceCondition.MAX_CONDITIONS))
        .contains("%d KiB".formatted(ComputationDefinition.MAX_BYTES / 1024));
    assertThat(schema("/Conditions/maxItems")).isEqualTo(AudienceCondition.MAX_CONDITIONS);
    assertThat(schema("/Condition/oneOf/3/properties/trait/maxLength"))
        .isEqualTo(AudienceCondition.MAX_TRAIT_LENGTH);
    assertThat(schema("/Condition/oneOf/4/properties/count/properties/value/maximum"))
        .isEqualTo(AudienceCondition.EventCount.MAX_COUNT);
    assertThat(schema("/CountedEvent/maxLength")).isEqualTo(ComputationDefinition.MAX_EVENT_LENGTH);
    assertThat(schema("/PropertyPath/maxLength")).isEqualTo(KeyPath.MAX_LENGTH);
    assertThat(document.root().at("/components/schemas/PropertyPath/description").asText())
        .contains("%d keys".formatted(PropertyCondition.MAX_KEYS));
    assertThat(schema("/PropertyConditions/maxItems")).isEqualTo(PropertyCondition.MAX_PER_EVENT);
    assertThat(document.root().at("/components/schemas/Operator/enum"))
        .extracting(JsonNode::asText)
        .containsExactlyElementsOf(Stream.of(Operator.values()).map(Operator::wireName).toList());
    assertThat(document.root().at("/components/schemas/TraitDefinition/properties/kind/enum"))
        .extracting(JsonNode::asText)
        .containsExactlyElementsOf(
            Stream.of(AggregateKind.values()).map(AggregateKind::wireName).toList());
  }

  @Test
  void guardedOperations_list401And403() {
    for (String operation : document.operations()) {
      String method = operation.split(" ", 2)[0].toLowerCase(Locale.ROOT);
      JsonNode described =
          document.root().at("/paths").path(operation.split(" ", 2)[1]).path(method);
      if (operation.contains(" /api/") && described.path("security").toString().contains("{")) {
        assertThat(described.path("security").toString())
            .as(operation)
            .isEqualTo("[{\"adminToken\":[]},{\"session\":[]}]");
        assertThat(described.path("responses").has("401")).as(operation).isTrue();
        assertThat(described.path("responses").has("403") || operation.equals("GET /api/session"))
            .as(operation)
            .isTrue();
      }
    }
  }

  /** A bound of the YAML reader: a document with more anchors in use is refused. */
  @Test
  void document_usesFewAnchors() throws Exception {
    try (InputStream yaml = OpenApiTest.class.getResourceAsStream("/spec/openapi.yaml")) {
      String text = new String(requireNonNull(yaml).readAllBytes(), UTF_8);
      assertThat(Pattern.compile(": \\*[a-zA-Z]+$", Pattern.MULTILINE).matcher(text).results())
          .hasSizeLessThan(25);
    }
  }

  private int schema(String path) {
    return document.root().at("/components/schemas" + path).asInt();
  }

  @Test
  void document_tellsWrongFromRight() throws Exception {
    assertThat(document.fits("NewSource", "{\"name\":\"n\",\"type\":\"web\"}")).isTrue();
    assertThat(document.fits("NewSource", "{\"name\":\"n\",\"type\":\"desktop\"}")).isFalse();
    assertThat(document.fits("NewSource", "{\"name\":\" \",\"type\":\"web\"}")).isFalse();
    assertThat(document.fits("Source", "{\"id\":\"src_1\"}")).isFalse();
  }
}
