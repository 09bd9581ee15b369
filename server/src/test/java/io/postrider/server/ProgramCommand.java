package io.postrider.server;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The command that runs the program in a process of its own. If the tests run from the jar of the
 * build, it does what the launcher does: it runs the jar, with the class cache if there is one,
 * which halves the work of a start. Otherwise it uses the class path of the tests.
 */
final class ProgramCommand {

  private static final Path JAR = Path.of("server/target/postrider.jar");

  private ProgramCommand() {}

  /** The JVM with further options, up to the main class; arguments of the program follow. */
  static List<String> withOptions(List<String> options) {
    Optional<Path> jar = jar();
    List<String> command = new ArrayList<>(List.of(java()));
    command.addAll(jar.map(ProgramCommand::launcherOptions).orElseGet(ProgramCommand::needed));
    command.add("-XX:TieredStopAtLevel=1");
    command.addAll(options);
    command.add("-cp");
    command.add(jar.map(Path::toString).orElseGet(() -> System.getProperty("java.class.path")));
    command.add(Main.class.getName());
    return command;
  }

  /** The same with a given class path, as for another version of the program. */
  static List<String> withClassPath(String classPath, List<String> options) {
    List<String> command = new ArrayList<>(List.of(java()));
    command.addAll(needed());
    command.add("-XX:TieredStopAtLevel=1");
    command.addAll(options);
    command.addAll(List.of("-cp", classPath, Main.class.getName()));
    return command;
  }

  private static String java() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }

  private static List<String> needed() {
    return List.of(
        "--enable-native-access=ALL-UNNAMED",
        "--sun-misc-unsafe-memory-access=allow",
        "-XX:+ExitOnOutOfMemoryError");
  }

  private static List<String> launcherOptions(Path jar) {
    Path root = jar.resolve("../../..").normalize();
    Path cache = root.resolve("target/postrider.aot");
    try {
      List<String> options = new ArrayList<>(Files.readAllLines(root.resolve("build/jvm-options")));
      if (Files.exists(cache)) {
        options.addAll(List.of("-XX:AOTCache=" + cache, "-Xlog:aot*=off", "-Xlog:cds*=off"));
      }
      return options;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Optional<Path> jar() {
    return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
        .map(Path::of)
        .filter(entry -> entry.endsWith(JAR))
        .findFirst();
  }
}
