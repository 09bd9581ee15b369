package io.postrider;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the documents say of the tests: that they are there. */
class DocsTest {

  private static final Pattern TEST_NAME =
      Pattern.compile("`([A-Z]\\w*(?:Test|IT|Contract))(?:#(\\w+))?`");
  private static final Pattern CODE = Pattern.compile("`[^`\\n]+`");

  /** Two capitals at least: one word alone may be anything. */
  private static final Pattern CLASS_NAME =
      Pattern.compile("(?<![\\w-])[A-Z][a-z0-9]+[A-Z]\\w*(?![\\w-])");

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

  @Test
  void classesThatTheArchitectureNames_exist() throws IOException {
    Path root = root();
    Set<String> classes = new HashSet<>();
    try (Stream<Path> all = Files.walk(root)) {
      all.filter(file -> file.toString().endsWith(".java") && isOurs(root.relativize(file)))
          .forEach(file -> classes.add(file.getFileName().toString().replace(".java", "")));
    }
    TreeSet<String> missing = new TreeSet<>();
    int[] named = new int[1];
    CODE.matcher(Files.readString(root.resolve("ARCHITECTURE.md")))
        .results()
        .flatMap(code -> CLASS_NAME.matcher(code.group()).results())
        .map(MatchResult::group)
        .forEach(
            name -> {
              named[0]++;
              if (!classes.contains(name)) {
                missing.add(name);
              }
            });
    assertThat(named[0]).isGreaterThan(100);
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
