package io.postrider.bench.load;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * One run of the load generator, as given on its command line.
 *
 * @param port the server's port on loopback
 * @param path the path of every request
 * @param writeKey the source's write key, or several of equal length separated by commas, used in
 *     turns
 * @param connections the number of connections, each with at most one outstanding request
 * @param batch the number of messages in a batch; 0 for single calls
 * @param format the JSON format of the events
 * @param duration how long to send
 * @param rate requests per second (open loop); 0 for a closed loop
 * @param loops the number of event loop threads
 * @param size the bytes of a message; 0 for the event of the format, which has about 500
 */
public record LoadPlan(
    int port,
    String path,
    String writeKey,
    int connections,
    int batch,
    JsonFormat format,
    Duration duration,
    int rate,
    int loops,
    int size) {

  public LoadPlan {
    if (connections < loops || loops < 1 || batch < 0 || rate < 0 || size < 0) {
      throw new IllegalArgumentException(
          "connections >= loops >= 1, batch >= 0, rate >= 0, size >= 0");
    }
  }

  /** A plan with the event of a format. */
  public LoadPlan(
      int port,
      String path,
      String writeKey,
      int connections,
      int batch,
      JsonFormat format,
      Duration duration,
      int rate,
      int loops) {
    this(port, path, writeKey, connections, batch, format, duration, rate, loops, 0);
  }

  /** Parses options {@code --name=value}; the names are those of the components. */
  static LoadPlan parse(List<String> words) {
    Words named = new Words(new ArrayList<>(words));
    LoadPlan plan =
        new LoadPlan(
            named.number("port", "8080"),
            named.text("path", "/v1/track"),
            named.text("write-key", "none"),
            named.number("connections", "64"),
            named.number("batch", "0"),
            JsonFormat.valueOf(named.text("format", "COMPACT")),
            Duration.ofMillis(named.number("millis", "5000")),
            named.number("rate", "0"),
            named.number("loops", "1"),
            named.number("size", "0"));
    if (!named.left.isEmpty()) {
      throw new IllegalArgumentException("unknown options: " + named.left);
    }
    return plan;
  }

  /** The options that {@link #parse} reads. */
  public String words() {
    return String.join(
        " ",
        "--port=" + port,
        "--path=" + path,
        "--write-key=" + writeKey,
        "--connections=" + connections,
        "--batch=" + batch,
        "--format=" + format,
        "--millis=" + duration.toMillis(),
        "--rate=" + rate,
        "--loops=" + loops,
        "--size=" + size);
  }

  static LoadPlan parse(String line) {
    return parse(Arrays.asList(line.trim().split(" +", -1)));
  }

  /** Messages in one request. */
  int messages() {
    return Math.max(1, batch);
  }

  private record Words(List<String> left) {

    String text(String name, String defaultValue) {
      String start = "--" + name + "=";
      for (String word : left) {
        if (word.startsWith(start)) {
          left.remove(word);
          return word.substring(start.length());
        }
      }
      return defaultValue;
    }

    int number(String name, String defaultValue) {
      return Integer.parseInt(text(name, defaultValue));
    }
  }
}
