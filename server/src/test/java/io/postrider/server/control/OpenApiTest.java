package io.postrider.server.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
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
                                    + resource.path().replaceAll(":([a-z]+)", "{$1}"))));
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

  @Test
  void document_statesTheProgramsLimits() {
    assertThat(document.root().at("/components/schemas/SourceName/maxLength").asInt())
        .isEqualTo(SourceForm.LONGEST_NAME);
    assertThat(document.root().at("/components/schemas/RateLimit/maximum").asInt())
        .isEqualTo(SourceForm.HIGHEST_RATE);
    assertThat(document.root().at("/paths/~1api~1sources/get/parameters/0/schema/maximum").asInt())
        .isEqualTo(Sources.LARGEST_PAGE);
    assertThat(document.root().at("/paths/~1api~1sources/post/description").asText())
        .contains("%,d sources".formatted(Sources.MOST_SOURCES));
  }

  @Test
  void document_tellsWrongFromRight() throws Exception {
    assertThat(document.fits("NewSource", "{\"name\":\"n\",\"type\":\"web\"}")).isTrue();
    assertThat(document.fits("NewSource", "{\"name\":\"n\",\"type\":\"desktop\"}")).isFalse();
    assertThat(document.fits("NewSource", "{\"name\":\" \",\"type\":\"web\"}")).isFalse();
    assertThat(document.fits("Source", "{\"id\":\"src_1\"}")).isFalse();
  }
}
