package io.postrider.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Describes the machine, commit and JDK of a benchmark, and the load before it. */
final class Machine {
  private Machine() {}

  static ObjectNode describe(Path root) throws IOException, InterruptedException {
    ObjectNode about = Results.figures();
    about.put("at", Instant.now().truncatedTo(ChronoUnit.SECONDS).toString());
    about.put("commit", output(root, "git", "rev-parse", "--short=12", "HEAD"));
    about.put("uncommitted", !output(root, "git", "status", "--porcelain", "-uno").isEmpty());
    about.put("cores", Runtime.getRuntime().availableProcessors());
    about.put("cpu", cpu());
    about.put("kernel", System.getProperty("os.name") + " " + System.getProperty("os.version"));
    about.put("jdk", System.getProperty("java.vendor.version") + " " + Runtime.version());
    about.put("file_system", Files.getFileStore(root).type());
    about.put("busy_cores_before", ProcessorUse.warnIfBusy());
    return about;
  }

  private static String cpu() throws IOException {
    return Files.readAllLines(Path.of("/proc/cpuinfo")).stream()
        .filter(line -> line.startsWith("model name"))
        .map(line -> line.substring(line.indexOf(':') + 1).trim())
        .findFirst()
        .orElse("unknown");
  }

  private static String output(Path folder, String... command)
      throws IOException, InterruptedException {
    Process process = new ProcessBuilder(command).directory(folder.toFile()).start();
    String text = new String(process.getInputStream().readAllBytes(), UTF_8).trim();
    return process.waitFor() == 0 ? text : "unknown";
  }
}
