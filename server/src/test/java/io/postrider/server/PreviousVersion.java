package io.postrider.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.abort;

import io.postrider.RepositoryFiles;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * The program of an earlier commit, compiled against the libraries of this build and without the
 * dashboard: the newest commit whose migrations differ from those here, because a commit with the
 * same schema proves little about an upgrade. {@code -Dpostrider.previous} names another one.
 *
 * <p>It is compiled once for each commit, into {@code target/previous}.
 *
 * @param commit the whole ID of the commit
 */
record PreviousVersion(String commit, String classPath) {

  private static final String MIGRATIONS = ":(glob)server/src/main/resources/db/*/V*.sql";
  private static final List<String> MODULES = List.of("core", "log", "log-kafka", "server");
  private static final Path BUILDS = RepositoryFiles.ROOT.resolve("server/target/previous");

  /** Compiles it. Skips the test where the history of the repository is not there. */
  static PreviousVersion build() {
    String commit = choose();
    Path built = BUILDS.resolve(commit);
    try {
      if (!Files.exists(built)) {
        Files.createDirectories(BUILDS);
        Path work = Files.createTempDirectory(BUILDS, "building-");
        Path sources = work.resolve("sources");
        extract(commit, sources);
        compile(commit, sources, work.resolve("classes"));
        Files.move(work, built);
      }
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
    return new PreviousVersion(commit, built.resolve("classes") + File.pathSeparator + libraries());
  }

  private static String choose() {
    if (!Files.exists(RepositoryFiles.ROOT.resolve(".git"))) {
      abort("No earlier version to run: this is no clone of the repository.");
    }
    String chosen = System.getProperty("postrider.previous", "");
    if (!chosen.isEmpty()) {
      return git("rev-parse", chosen + "^{commit}");
    }
    if (!git("status", "--porcelain", "--", MIGRATIONS).isEmpty()) {
      return git("rev-parse", "HEAD");
    }
    String changed = git("log", "-1", "--format=%H", "--", MIGRATIONS);
    String parents = git("log", "-1", "--format=%P", changed);
    if (parents.isEmpty()) {
      // in a shallow clone the oldest commit seems to have no parent, and to have made every file
      abort("No earlier version to run: the history before " + changed + " is not here.");
    }
    return parents.split(" ", 2)[0];
  }

  /** Unpacks the sources of a commit. */
  private static void extract(String commit, Path folder) throws IOException {
    List<String> command = new ArrayList<>(List.of("archive", "--format=zip", commit));
    MODULES.forEach(module -> command.add(module + "/src/main"));
    command.add("spec/openapi.yaml");
    Process git = start(command);
    try (ZipInputStream zip = new ZipInputStream(git.getInputStream())) {
      for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        Path file = folder.resolve(entry.getName());
        if (!entry.isDirectory()) {
          Files.createDirectories(file.getParent());
          Files.copy(zip, file);
        }
      }
    }
  }

  private static void compile(String commit, Path sources, Path classes) throws IOException {
    List<Path> files = new ArrayList<>();
    for (String module : MODULES) {
      files.addAll(filesBelow(sources.resolve(module).resolve("src/main/java")));
      Path resources = sources.resolve(module).resolve("src/main/resources");
      for (Path file : filesBelow(resources)) {
        copy(file, classes.resolve(resources.relativize(file)));
      }
    }
    copy(sources.resolve("spec/openapi.yaml"), classes.resolve("spec/openapi.yaml"));
    files.removeIf(file -> file.endsWith("module-info.java"));
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter errors = new StringWriter();
    try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, UTF_8)) {
      List<String> options =
          List.of("-d", classes.toString(), "-cp", libraries(), "-proc:none", "-nowarn");
      boolean compiled =
          compiler
              .getTask(
                  errors, manager, null, options, null, manager.getJavaFileObjectsFromPaths(files))
              .call();
      if (!compiled) {
        fail(
            "Commit %s does not compile with the libraries of this build.".formatted(commit)
                + " Name another one with -Dpostrider.previous.\n"
                + errors);
      }
    }
  }

  private static List<Path> filesBelow(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return List.of();
    }
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(Files::isRegularFile).toList();
    }
  }

  private static void copy(Path file, Path to) throws IOException {
    Files.createDirectories(to.getParent());
    Files.copy(file, to);
  }

  /** The class path of this test without what this repository builds. */
  private static String libraries() {
    return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
        .filter(entry -> entry.endsWith(".jar"))
        .filter(entry -> !Path.of(entry).getFileName().toString().startsWith("postrider"))
        .collect(Collectors.joining(File.pathSeparator));
  }

  /** What git prints, in one line. */
  private static String git(String... words) {
    try {
      Process git = start(List.of(words));
      try (InputStream output = git.getInputStream()) {
        String printed = new String(output.readAllBytes(), UTF_8).strip();
        if (git.waitFor() != 0) {
          throw new IllegalStateException("git " + String.join(" ", words) + " failed");
        }
        return printed;
      }
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    } catch (InterruptedException failure) {
      throw new IllegalStateException(failure);
    }
  }

  private static Process start(List<String> words) throws IOException {
    List<String> command = new ArrayList<>(List.of("git"));
    command.addAll(words);
    return new ProcessBuilder(command)
        .directory(RepositoryFiles.ROOT.toFile())
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }
}
