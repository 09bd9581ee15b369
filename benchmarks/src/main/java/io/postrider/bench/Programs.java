package io.postrider.bench;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The commands of the programs under test.
 *
 * @param root the project's folder
 */
public record Programs(Path root) {
  private static final Set<String> WITH_VALUE = Set.of("-cp", "-classpath", "--class-path", "-p");

  public static Programs here() {
    return new Programs(
        Path.of(System.getProperty("bench.root", ".")).toAbsolutePath().normalize());
  }

  /** The product, started by its launcher if there is one, so with the default JVM options. */
  public List<String> product(int port, Path data) {
    List<String> command = new ArrayList<>();
    Path launcher = root.resolve("postrider");
    if (Files.isExecutable(launcher)) {
      command.add(launcher.toString());
    } else {
      Path target = root.resolve("server/target");
      String jars = target.resolve("*") + ":" + target.resolve("lib/*");
      command.addAll(List.of(java(), "--enable-native-access=ALL-UNNAMED", "-cp", jars));
      command.add("io.postrider.server.Main");
    }
    command.addAll(List.of("serve", "--port", Integer.toString(port), "--data", data.toString()));
    return command;
  }

  /** A command of the product. */
  List<String> command(String... words) {
    List<String> command = new ArrayList<>(List.of(root.resolve("postrider").toString()));
    command.addAll(List.of(words));
    return command;
  }

  /** A program of this module. */
  List<String> own(Class<?> main, List<String> options, String... arguments) {
    List<String> command = new ArrayList<>(List.of(java()));
    command.addAll(options);
    if (!options.contains("--enable-native-access=ALL-UNNAMED")) {
      command.add("--enable-native-access=ALL-UNNAMED");
    }
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
    command.addAll(List.of(arguments));
    return command;
  }

  /**
   * The JVM options of a running Java process, to start another with the same ones.
   *
   * <p>Options about the class path and class archives are left out.
   */
  static List<String> jvmOptions(long pid) {
    String[] arguments =
        ProcessHandle.of(pid).flatMap(handle -> handle.info().arguments()).orElse(new String[0]);
    return jvmOptions(List.of(arguments));
  }

  static List<String> jvmOptions(List<String> arguments) {
    List<String> options = new ArrayList<>();
    for (int i = 0; i < arguments.size() && arguments.get(i).startsWith("-"); i++) {
      String argument = arguments.get(i);
      if (argument.equals("-jar")) {
        break;
      } else if (WITH_VALUE.contains(argument)) {
        i++;
      } else if (isAboutTuning(argument)) {
        options.add(argument);
      }
    }
    return options;
  }

  private static boolean isAboutTuning(String argument) {
    boolean archive =
        argument.startsWith("-XX:AOT")
            || argument.startsWith("-XX:SharedArchiveFile")
            || argument.startsWith("-Xshare");
    boolean tuning =
        argument.startsWith("-X")
            || argument.startsWith("--")
            || argument.startsWith("-Dio.netty")
            || argument.startsWith("-Dvertx");
    return tuning && !archive;
  }

  private static String java() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }
}
