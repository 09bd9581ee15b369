package io.postrider;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the documents say of the tests: that they are there. */
class DocsTest {

  private static final Pattern TEST_NAME =
      Pattern.compile("`([A-Z]\\w*(?:Test|IT|Contract))(?:#(\\w+))?`");
  private static final Pattern GENERATED = Pattern.compile("(target|node_modules|\\.git|dist)");

  @Test
  void testsThatDocumentsName_exist() throws IOException {
    Path root = root();
    Map<String, String> sources = new HashMap<>();
    Map<Path, String> documents = new HashMap<>();
    try (Stream<Path> all = Files.walk(root)) {
      for (Path file : all.filter(file -> isOurs(root.relativize(file))).toList()) {
        String name = file.getFileName().toString();
        if (name.endsWith(".java")) {
          sources.put(name.replace(".java", ""), Files.readString(file));
        } else if (name.endsWith(".md")) {
          documents.put(root.relativize(file), Files.readString(file));
        }
      }
    }
    TreeSet<String> named = new TreeSet<>();
    TreeSet<String> missing = new TreeSet<>();
    documents.forEach(
        (document, text) ->
            TEST_NAME
                .matcher(text)
                .results()
                .forEach(
                    name -> {
                      named.add(name.group());
                      if (!exists(name, sources)) {
                        missing.add(document + " names " + name.group());
                      }
                    }));
    assertThat(named).hasSizeGreaterThan(50);
    assertThat(missing).isEmpty();
  }

  private static boolean exists(MatchResult name, Map<String, String> sources) {
    String source = sources.get(name.group(1));
    return source != null
        && (name.group(2) == null || source.contains("void " + name.group(2) + "("));
  }

  private static boolean isOurs(Path path) {
    for (Path part : path) {
      if (GENERATED.matcher(part.toString()).matches()) {
        return false;
      }
    }
    return Files.isRegularFile(root().resolve(path));
  }

  private static Path root() {
    Path folder = Path.of("").toAbsolutePath();
    while (!Files.exists(folder.resolve("LICENSE"))) {
      folder = folder.getParent();
    }
    return folder;
  }
}
