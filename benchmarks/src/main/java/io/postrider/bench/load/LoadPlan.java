package io.postrider.bench.load;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * One run of the load generator, as its command line says it.
 *
 * @param port the server's port on loopback
 * @param path the path that every request goes to
 * @param writeKey the source's write key, or several of equal length with commas between them,
 *     which take turns
 * @param connections how many connections, each with at most one request outstanding
 * @param batch how many messages a batch holds; 0 is a single call
 * @param spelling how the events are spelled
 * @param duration how long to send
 * @param rate requests per second to hold (open loop); 0 sends as fast as answers come (closed)
 * @param loops how many event loop threads
 */
public record LoadPlan(
    int port,
    String path,
    String writeKey,
    int connections,
    int batch,
    Spelling spelling,
    Duration duration,
    int rate,
    int loops) {

  public LoadPlan {
    if (connections < loops || loops < 1 || batch < 0 || rate < 0) {
      throw new IllegalArgumentException("connections >= loops >= 1, batch >= 0, rate >= 0");
    }
  }

  /** Reads {@code --name=value} words; names are those of the components. */
  static LoadPlan parse(List<String> words) {
    Words named = new Words(new ArrayList<>(words));
    LoadPlan plan =
        new LoadPlan(
            named.number("port", "8080"),
            named.text("path", "/v1/track"),
            named.text("write-key", "none"),
            named.number("connections", "64"),
            named.number("batch", "0"),
            Spelling.valueOf(named.text("spelling", "COMPACT")),
            Duration.ofMillis(named.number("millis", "5000")),
            named.number("rate", "0"),
            named.number("loops", "1"));
    if (!named.left.isEmpty()) {
      throw new IllegalArgumentException("not understood: " + named.left);
    }
    return plan;
  }

  /** The words that {@link #parse} reads. */
  public String words() {
    return String.join(
        " ",
        "--port=" + port,
        "--path=" + path,
        "--write-key=" + writeKey,
        "--connections=" + connections,
        "--batch=" + batch,
        "--spelling=" + spelling,
        "--millis=" + duration.toMillis(),
        "--rate=" + rate,
        "--loops=" + loops);
  }

  static LoadPlan parse(String line) {
    return parse(Arrays.asList(line.trim().split(" +", -1)));
  }

  /** Messages in one request. */
  int messages() {
    return Math.max(1, batch);
  }

  private record Words(List<String> left) {

    String text(String name, String otherwise) {
      String start = "--" + name + "=";
      for (String word : left) {
        if (word.startsWith(start)) {
          left.remove(word);
          return word.substring(start.length());
        }
      }
      return otherwise;
    }

    int number(String name, String otherwise) {
      return Integer.parseInt(text(name, otherwise));
    }
  }
}
