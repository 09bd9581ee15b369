package io.postrider.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The memory of a Java process. */
public final class ProcessMemory {
  private static final Pattern HEAP =
      Pattern.compile("heap\\s+total reserved (\\d+)K, committed (\\d+)K, used (\\d+)K");
  private static final Pattern USED = Pattern.compile("\\bused (\\d+)K");

  private ProcessMemory() {}

  /** The heap that is still used after a garbage collection. */
  public static long liveHeapMib(long pid) throws IOException, InterruptedException {
    jcmd(pid, "GC.run");
    return usedHeapMib(jcmd(pid, "GC.heap_info"));
  }

  /** The heap in use according to {@code GC.heap_info} of any collector. */
  static long usedHeapMib(String info) {
    long kib = 0;
    boolean found = false;
    for (String line : info.lines().toList()) {
      Matcher used = USED.matcher(line);
      if (!line.contains("Metaspace") && !line.contains("class space") && used.find()) {
        kib += Long.parseLong(used.group(1));
        found = true;
      }
    }
    if (!found) {
      throw new IllegalStateException("Cannot read the heap in use from: " + info);
    }
    return kib / 1024;
  }

  /**
   * The resident size of a process with a fixed, pre-touched heap, but with only the live part of
   * that heap.
   */
  static double residentMib(long pid) throws IOException, InterruptedException {
    jcmd(pid, "GC.run");
    jcmd(pid, "GC.run");
    Matcher heap = HEAP.matcher(jcmd(pid, "GC.heap_info"));
    long committed = 0;
    long used = 0;
    while (heap.find()) {
      committed += Long.parseLong(heap.group(2));
      used += Long.parseLong(heap.group(3));
    }
    return (resident(pid) - committed + used) / 1024.0;
  }

  /** The resident size of a process, whatever its heap is. */
  static double totalMib(long pid) throws IOException {
    return resident(pid) / 1024.0;
  }

  private static long resident(long pid) throws IOException {
    for (String line : Files.readAllLines(Path.of("/proc/" + pid + "/status"))) {
      if (line.startsWith("VmRSS:")) {
        return Long.parseLong(line.replaceAll("\\D", ""));
      }
    }
    throw new IllegalStateException("no process " + pid);
  }

  private static String jcmd(long pid, String command) throws IOException, InterruptedException {
    Path program = Path.of(System.getProperty("java.home"), "bin", "jcmd");
    Process process =
        new ProcessBuilder(program.toString(), Long.toString(pid), command)
            .redirectErrorStream(true)
            .start();
    String output = new String(process.getInputStream().readAllBytes(), UTF_8);
    process.waitFor();
    return output;
  }
}
