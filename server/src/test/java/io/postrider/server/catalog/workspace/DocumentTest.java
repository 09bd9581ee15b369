package io.postrider.server.catalog.workspace;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Validates the example in docs/workspace-file.md. */
class DocumentTest {

  @Test
  void example_isValid() throws Exception {
    String page = Files.readString(Path.of("..", "docs", "workspace-file.md"));
    Matcher example = Pattern.compile("```yaml\n(.*?)```", Pattern.DOTALL).matcher(page);
    assertThat(example.find()).isTrue();
    DeclaredFile file =
        WorkspaceFileForm.read(
            example.group(1),
            EnvironmentVariables.of(
                Map.of("CRM_SHARED_SECRET", "a long secret", "OPS_SHARED_SECRET", "x")));
    assertThat(file.workspace()).isNotNull();
    assertThat(file.sources()).hasSize(2);
    assertThat(file.destinations()).hasSize(2);
    assertThat(file.audiences()).hasSize(1);
    assertThat(file.computedTraits()).hasSize(1);
  }
}
