package io.postrider.server.catalog.definition;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.postrider.audience.ComputationKind;
import io.postrider.server.http.admin.Fields;
import io.postrider.server.http.admin.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Validates the examples in docs/audiences.md. */
class AudiencesPageTest {

  @Test
  void examples_areValid() throws Exception {
    String page = Files.readString(Path.of("..", "docs", "audiences.md"));
    List<String> keys = new ArrayList<>();
    Pattern.compile("```json\n(.*?)```", Pattern.DOTALL)
        .matcher(page)
        .results()
        .map(example -> Json.parse(example.group(1).getBytes(UTF_8)))
        .forEach(tree -> keys.add(read(tree).newKey()));
    assertThat(keys).containsExactly("big_spenders", "lapsing", "favourite_brand");
  }

  private static ComputationChange read(JsonNode tree) {
    boolean trait = tree.path("definition").has("kind");
    return ComputationForm.create(
        Fields.of(tree), trait ? ComputationKind.TRAIT : ComputationKind.AUDIENCE);
  }
}
