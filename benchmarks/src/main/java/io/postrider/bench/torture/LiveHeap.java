package io.postrider.bench.torture;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Asks a JVM how much of its heap is still used after a garbage collection. */
final class LiveHeap {

  private static final Pattern USED = Pattern.compile("\\bused (\\d+)K");

  private LiveHeap() {}

  static long mib(long pid) throws IOException, InterruptedException {
    var _ = jcmd(pid, "GC.run");
    return parse(jcmd(pid, "GC.heap_info"));
  }

  /** The heap in use, in MiB, according to {@code GC.heap_info}. */
  static long parse(String info) {
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

  private static String jcmd(long pid, String command) throws IOException, InterruptedException {
    Path jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd");
    Process process =
        new ProcessBuilder(jcmd.toString(), Long.toString(pid), command)
            .redirectErrorStream(true)
            .start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new IllegalStateException("jcmd " + command + " failed: " + output);
    }
    return output;
  }
}
