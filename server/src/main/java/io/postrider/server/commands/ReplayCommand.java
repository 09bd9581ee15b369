package io.postrider.server.commands;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.postrider.server.config.DurationText;
import io.postrider.server.config.StartException;
import io.postrider.server.http.admin.Json;
import java.io.PrintWriter;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Replays messages to a destination, and shows the progress. */
@Command(
    name = "replay",
    mixinStandardHelpOptions = true,
    description = {
      "Sends messages of the log to a destination again, and shows the progress.",
      "Choose them by --from and --to, by --failed and --since, or by --message-id. Ctrl+C ends the"
          + " display; the replay continues. Exits with 0 if every delivery succeeded, otherwise"
          + " with 1."
    })
public final class ReplayCommand implements Callable<Integer> {

  private static final Duration POLL_INTERVAL = Duration.ofMillis(250);
  private static final Set<String> ENDED = Set.of("finished", "failed", "cancelled");

  @Parameters(paramLabel = "DESTINATION", description = "The name or ID of the destination.")
  private String destination = "";

  @Mixin private final ClientOptions service = new ClientOptions();

  @Option(
      names = "--from",
      paramLabel = "TIME",
      description = "Messages accepted since then: 2026-01-31T12:00:00Z, or 2h for two hours ago.")
  private @Nullable String from;

  @Option(
      names = "--to",
      paramLabel = "TIME",
      description = "With --from: messages accepted before then. Default: now.")
  private @Nullable String to;

  @Option(names = "--failed", description = "Failed deliveries.")
  private boolean failed;

  @Option(
      names = "--since",
      paramLabel = "TIME",
      description = "With --failed: of messages accepted since then.")
  private @Nullable String since;

  @Option(names = "--message-id", paramLabel = "ID", description = "One message.")
  private @Nullable String messageId;

  @Option(
      names = "--source-id",
      paramLabel = "ID",
      description = "With --message-id: its source, if several have such a message.")
  private @Nullable String sourceId;

  @Option(names = "--no-follow", description = "Start the replay and do not wait for its end.")
  private boolean noFollow;

  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() throws InterruptedException {
    ObjectNode order = order(Instant.now());
    try (AdminClient client = service.client()) {
      String path = "/api/destinations/" + find(client) + "/replays";
      JsonNode replay = client.post(path, order);
      if (!noFollow) {
        replay = follow(client, path + "/" + replay.path("id").asText(), replay);
      }
      print(replay);
      return noFollow || isSuccess(replay) ? 0 : 1;
    }
  }

  private static boolean isSuccess(JsonNode replay) {
    return replay.path("state").asText().equals("finished") && replay.path("failed").asLong() == 0;
  }

  private ObjectNode order(Instant now) {
    int chosen = (from == null ? 0 : 1) + (failed ? 1 : 0) + (messageId == null ? 0 : 1);
    require(chosen == 1, "Choose messages by one of --from, --failed and --message-id.");
    require(to == null || from != null, "--to needs --from.");
    require(failed == (since != null), "--failed and --since belong together.");
    require(sourceId == null || messageId != null, "--source-id needs --message-id.");
    ObjectNode order = JsonNodeFactory.instance.objectNode();
    if (from != null) {
      Instant begin = time("--from", from, now);
      Instant end = to == null ? now : time("--to", to, now);
      require(begin.isBefore(end), "--from must be before " + (to == null ? "now." : "--to."));
      order.put("from", Json.text(begin)).put("to", Json.text(end));
    } else if (since != null) {
      order.put("failed", true).put("since", Json.text(time("--since", since, now)));
    } else {
      order.put("messageId", messageId);
      if (sourceId != null) {
        order.put("sourceId", sourceId);
      }
    }
    return order;
  }

  private void require(boolean condition, String message) {
    if (!condition) {
      throw new ParameterException(Objects.requireNonNull(spec).commandLine(), message);
    }
  }

  private Instant time(String option, String text, Instant now) {
    try {
      return text.matches("\\d+(ms|s|m|h|d)")
          ? now.minus(DurationText.duration(text))
          : Instant.parse(text);
    } catch (DateTimeException | ArithmeticException | IllegalArgumentException e) {
      throw new ParameterException(
          Objects.requireNonNull(spec).commandLine(),
          option + " is not a time such as 2026-01-31T12:00:00Z, or 2h for two hours ago.");
    }
  }

  private String find(AdminClient client) {
    List<JsonNode> found =
        client.all("/api/destinations").stream()
            .filter(
                one ->
                    one.path("id").asText().equals(destination)
                        || one.path("name").asText().equals(destination))
            .toList();
    if (found.size() == 1) {
      return found.getFirst().path("id").asText();
    }
    throw new StartException(
        found.isEmpty()
            ? "There is no destination '" + destination + "'."
            : "Several destinations are called '" + destination + "'. Use the ID.");
  }

  private JsonNode follow(AdminClient client, String path, JsonNode started)
      throws InterruptedException {
    PrintWriter out = Objects.requireNonNull(spec).commandLine().getOut();
    ReplayBar bar = service.json() ? null : new ReplayBar(out, ProgressBar.isTerminal());
    JsonNode replay = started;
    while (!ENDED.contains(replay.path("state").asText())) {
      if (bar != null) {
        bar.show(replay);
      }
      boolean _ = new CountDownLatch(1).await(POLL_INTERVAL.toMillis(), TimeUnit.MILLISECONDS);
      replay = client.get(path);
    }
    if (bar != null) {
      bar.show(replay);
      bar.end();
    }
    return replay;
  }

  private void print(JsonNode replay) {
    PrintWriter out = Objects.requireNonNull(spec).commandLine().getOut();
    out.println(
        service.json()
            ? Json.text(replay)
            : String.format(
                Locale.ROOT,
                "Replay %s: %s. %,d delivered, %,d failed, %,d skipped.",
                replay.path("id").asText(),
                replay.path("state").asText(),
                replay.path("delivered").asLong(),
                replay.path("failed").asLong(),
                replay.path("skipped").asLong()));
    out.flush();
  }
}
