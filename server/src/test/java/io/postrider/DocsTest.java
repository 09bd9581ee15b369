package io.postrider;

import static io.postrider.RepositoryFiles.ROOT;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Tests and classes that the documents name exist. */
class DocsTest {

  private static final Pattern TEST_NAME =
      Pattern.compile("`([A-Z]\\w*(?:Test|IT|Contract))(?:#(\\w+))?`");
  private static final Pattern CODE = Pattern.compile("`[^`\\n]+`");

  /** At least two capitals; a single capitalized word may be anything. */
  private static final Pattern CLASS_NAME =
      Pattern.compile("(?<![\\w-])[A-Z][a-z0-9]+[A-Z]\\w*(?![\\w-])");

  private final Map<String, Path> classes =
      RepositoryFiles.endingWith(".java").stream()
          .collect(Collectors.toMap(RepositoryFiles::className, Function.identity(), (a, b) -> b));

  @Test
  void testsThatDocumentsName_exist() {
    List<MatchResult> named =
        RepositoryFiles.endingWith(".md").stream()
            .flatMap(document -> TEST_NAME.matcher(RepositoryFiles.read(document)).results())
            .toList();
    assertThat(named).hasSizeGreaterThan(50);
    assertThat(named).filteredOn(name -> !exists(name)).extracting(MatchResult::group).isEmpty();
  }

  private boolean exists(MatchResult name) {
    Path file = classes.get(name.group(1));
    return file != null
        && (name.group(2) == null
            || RepositoryFiles.read(file).contains("void " + name.group(2) + "("));
  }

  @Test
  void classesThatTheArchitectureNames_exist() {
    List<String> named =
        CODE.matcher(RepositoryFiles.read(ROOT.resolve("ARCHITECTURE.md")))
            .results()
            .flatMap(code -> CLASS_NAME.matcher(code.group()).results())
            .map(MatchResult::group)
            .toList();
    assertThat(named).hasSizeGreaterThan(100);
    assertThat(named).allMatch(classes::containsKey);
  }
}
