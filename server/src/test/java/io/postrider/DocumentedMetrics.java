package io.postrider;

import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** The table of metrics in docs/operating.md. */
public final class DocumentedMetrics {

  private static final Pattern SERIES =
      Pattern.compile("`((?:postrider|jvm|process|system|disk)_\\w+)(?:\\{([\\w,]+)})?`");

  private DocumentedMetrics() {}

  /** Series and their labels. */
  public static Map<String, Set<String>> read() {
    String document = RepositoryFiles.read(RepositoryFiles.ROOT.resolve("docs/operating.md"));
    String section = document.split("(?m)^## Metrics$", 2)[1].split("(?m)^## ", 2)[0];
    Map<String, Set<String>> series = new TreeMap<>();
    section
        .lines()
        .filter(line -> line.startsWith("| `"))
        .map(line -> line.split(" \\| ", 2)[0])
        .flatMap(cell -> SERIES.matcher(cell).results())
        .forEach(
            found ->
                series.put(
                    found.group(1),
                    found.group(2) == null
                        ? Set.of()
                        : new TreeSet<>(Arrays.asList(found.group(2).split(",")))));
    return series;
  }
}
