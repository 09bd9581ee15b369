package io.postrider;

import static io.postrider.RepositoryFiles.ROOT;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The rules of STYLE.md that a program can check. */
class TidyTest {

  private static final int MAX_LINE = 100;
  private static final int MAX_FILE = 500;
  private static final int MAX_TEST = 800;
  private static final Pattern AVOIDED_NAME =
      Pattern.compile(
          ".*(Impl|Manager|Helper|Utils?|Info)|(Abstract|Base|Common)[A-Z].*|I[A-Z][a-z].*[A-Z].*");

  /** Classes that implement an interface of the JDK or a library, whose names they take over. */
  private static final Set<String> OTHERS_INTERFACES =
      Set.of("BoundedText.java", "LoggingProvider.java");

  private static final Pattern LEFT_OVER =
      Pattern.compile(
          "\\b(TODO|FIXME|XXX)\\b|@Disabled|Thread\\.sleep\\(|\\bprintStackTrace\\(\\)");
  private static final Pattern MOCKING = Pattern.compile("org\\.(mockito|easymock|powermock)");

  private static List<Path> javaFiles() {
    List<Path> files = RepositoryFiles.endingWith(".java");
    assertThat(files).hasSizeGreaterThan(20);
    return files;
  }

  private static List<String> lines(Path path) {
    return RepositoryFiles.read(path).lines().toList();
  }

  private static boolean isTest(Path path) {
    return path.toString().contains("/src/test/");
  }

  private static void assertNone(String rule, List<String> offences) {
    assertThat(offences)
        .as(() -> rule + offences.stream().collect(joining("\n  ", "\n  ", "")))
        .isEmpty();
  }

  private static List<String> offendingLines(Predicate<Path> where, Predicate<String> offends) {
    List<String> offences = new ArrayList<>();
    for (Path path : javaFiles()) {
      if (!where.test(path) || path.endsWith("TidyTest.java")) {
        continue;
      }
      List<String> lines = lines(path);
      for (int i = 0; i < lines.size(); i++) {
        if (offends.test(lines.get(i))) {
          offences.add(ROOT.relativize(path) + ":" + (i + 1) + ": " + lines.get(i).strip());
        }
      }
    }
    return offences;
  }

  @Test
  void lines_areShort() {
    // An import cannot be wrapped.
    assertNone(
        "at most " + MAX_LINE + " columns",
        offendingLines(
            path -> true,
            line ->
                line.codePointCount(0, line.length()) > MAX_LINE && !line.startsWith("import ")));
  }

  @Test
  void files_areShort() {
    List<String> offences =
        javaFiles().stream()
            .filter(path -> lines(path).size() > (isTest(path) ? MAX_TEST : MAX_FILE))
            .map(path -> ROOT.relativize(path) + " has " + lines(path).size() + " lines")
            .toList();
    assertNone("files stay small", offences);
  }

  @Test
  void names_avoidVagueWords() {
    List<String> offences =
        javaFiles().stream()
            .map(path -> path.getFileName().toString().replace(".java", ""))
            .filter(name -> AVOIDED_NAME.matcher(name).matches())
            .toList();
    assertNone("vague names", offences);
  }

  @Test
  void simpleNames_areUnique() {
    Map<String, List<String>> places = new TreeMap<>();
    for (Path path : javaFiles()) {
      String file = ROOT.relativize(path).toString();
      if (file.matches("(core|log|log-kafka|server)/src/main/.*") && !file.endsWith("-info.java")) {
        String name = path.getFileName().toString();
        places.computeIfAbsent(name, unknown -> new ArrayList<>()).add(file);
      }
    }
    List<String> offences =
        places.values().stream()
            .filter(files -> files.size() > 1)
            .map(files -> String.join(", ", files))
            .toList();
    assertNone("one simple name has one meaning in core, log and server", offences);
  }

  @Test
  void packages_areOnTheMap() throws IOException {
    String map = Files.readString(ROOT.resolve("ARCHITECTURE.md"));
    List<String> offences =
        javaFiles().stream()
            .map(path -> ROOT.relativize(path).toString())
            .filter(file -> file.matches("(core|log|log-kafka|server)/src/main/java/.*"))
            .map(file -> file.replaceFirst(".*/java/", "").replaceFirst("/[^/]*$", ""))
            .map(folder -> folder.replace('/', '.'))
            .distinct()
            .filter(name -> !isOnTheMap(name, map))
            .toList();
    assertNone("ARCHITECTURE.md shows every package", offences);
  }

  /** The map writes packages of the server without their common prefix. */
  private static boolean isOnTheMap(String name, String map) {
    String shown = name.replaceFirst("^io\\.postrider\\.server(?=\\.)", "");
    return Pattern.compile("(?m)^ +" + Pattern.quote(shown) + " ").matcher(map).find();
  }

  @Test
  void leftOvers_doNotExist() {
    // Benchmarks may sleep; tests and the program may not.
    assertNone(
        "left-overs",
        offendingLines(
            path -> !path.startsWith(ROOT.resolve("benchmarks")),
            line -> LEFT_OVER.matcher(line).find()));
  }

  @Test
  void mocks_doNotExist() {
    assertNone("no mocking", offendingLines(path -> true, line -> MOCKING.matcher(line).find()));
  }

  @Test
  void accessors_areNouns() {
    Pattern getter =
        Pattern.compile("^  (public )?(static )?[\\w<>\\[\\]]+ get[A-Z]\\w*\\(\\) \\{");
    assertNone(
        "accessors have no 'get'",
        offendingLines(
            path -> !isTest(path) && !OTHERS_INTERFACES.contains(path.getFileName().toString()),
            line -> getter.matcher(line).find()));
  }

  @Test
  void packages_areNullMarked() {
    List<String> offences =
        javaFiles().stream()
            .filter(path -> path.toString().contains("/src/main/"))
            .filter(path -> !path.endsWith("module-info.java")) // has no package
            .map(Path::getParent)
            .distinct()
            .filter(
                folder ->
                    !Files.exists(folder.resolve("package-info.java"))
                        || !String.join("", lines(folder.resolve("package-info.java")))
                            .contains("@NullMarked"))
            .map(folder -> ROOT.relativize(folder).toString())
            .toList();
    assertNone("every package has a comment and is @NullMarked", offences);
  }

  @Test
  void publicTypes_haveAComment() {
    Pattern type = Pattern.compile("^public .*(class|interface|record|enum) \\w+.*");
    List<String> offences = new ArrayList<>();
    for (Path path : javaFiles()) {
      List<String> lines = lines(path);
      for (int i = 0; i < lines.size() && !isTest(path); i++) {
        if (type.matcher(lines.get(i)).matches()
            && lines.subList(0, i).stream().noneMatch(line -> line.startsWith("/**"))) {
          offences.add(ROOT.relativize(path).toString());
        }
      }
    }
    assertNone("public types have a comment", offences);
  }

  @Test
  void scripts_areExecutable() {
    for (String script :
        List.of("postrider", "check", "bench", "torture", "release", ".ci/run", "build/find-jdk")) {
      assertThat(ROOT.resolve(script)).isExecutable();
    }
  }
}
