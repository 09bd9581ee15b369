package io.postrider.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The regression guard: compares published results with earlier ones. */
@Command(
    name = "compare",
    mixinStandardHelpOptions = true,
    description = "Compares results with earlier ones; exits with 1 if a figure got worse.")
final class CompareResults implements Callable<Integer> {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String FOLDER = "benchmarks/results";

  /** Not figures, but growth curves. */
  private static final String CURVES = "curves.json";

  @Parameters(
      index = "0",
      description = "earlier results: a folder, a file, or a revision in Git (its " + FOLDER + ")")
  private String earlier = "";

  @Option(names = "--with", description = "later results; default: " + FOLDER)
  private String later = FOLDER;

  private final Path root;

  CompareResults(Path root) {
    this.root = root;
  }

  public static void main(String[] args) {
    System.exit(new CommandLine(new CompareResults(Programs.here().root())).execute(args));
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    Regressions compared = Regressions.of(read(earlier), read(later));
    System.out.print(compared.table());
    return compared.isWorse() ? 1 : 0;
  }

  private ObjectNode read(String place) throws IOException, InterruptedException {
    Path path = root.resolve(place);
    List<String> files = new ArrayList<>();
    if (Files.isDirectory(path)) {
      try (Stream<Path> found = Files.list(path)) {
        for (Path file : found.filter(CompareResults::isResult).sorted().toList()) {
          files.add(Files.readString(file));
        }
      }
    } else if (Files.isRegularFile(path)) {
      files.add(Files.readString(path));
    } else {
      files.addAll(ofRevision(place));
    }
    if (files.isEmpty()) {
      throw new IllegalArgumentException(
          place + " is neither a folder with results, nor a file, nor a revision with " + FOLDER);
    }
    return union(files);
  }

  private static boolean isResult(Path file) {
    String name = file.getFileName().toString();
    return name.endsWith(".json") && !name.equals(CURVES);
  }

  /** The figures of several files in one object. */
  static ObjectNode union(List<String> files) throws IOException {
    ObjectNode all = Results.figures();
    for (String file : files) {
      JsonNode figures = JSON.readTree(file);
      if (!(figures instanceof ObjectNode object)) {
        throw new IllegalArgumentException("Results are an object of figures, not " + figures);
      }
      all.setAll(object);
    }
    return all;
  }

  private List<String> ofRevision(String revision) throws IOException, InterruptedException {
    List<String> files = new ArrayList<>();
    for (String name : git("ls-tree", "--name-only", revision, FOLDER + "/").lines().toList()) {
      if (isResult(Path.of(name))) {
        files.add(git("show", revision + ":" + name));
      }
    }
    return files;
  }

  /** The output of a command of Git; empty if it fails. */
  private String git(String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("git"));
    command.addAll(List.of(arguments));
    Process process =
        new ProcessBuilder(command)
            .directory(root.toFile())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    String output = new String(process.getInputStream().readAllBytes(), UTF_8);
    return process.waitFor() == 0 ? output : "";
  }
}
