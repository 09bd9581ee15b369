package io.postrider.server.commands;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.postrider.message.MessageType;
import io.postrider.server.config.StartException;
import io.postrider.server.http.admin.Json;
import java.io.PrintWriter;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Prints calls as a running service accepts or rejects them. */
@Command(
    name = "tail",
    mixinStandardHelpOptions = true,
    description = {
      "Prints calls as a running service accepts or rejects them.",
      "Stop it with Ctrl+C. A busy service shows a part of the calls, and says how many it left"
          + " out."
    })
public final class TailCommand implements Callable<Integer> {

  /** The most sources at a time; the service has a bound of streams. */
  private static final int MAX_SOURCES = 20;

  /** The most calls that wait to be printed. */
  private static final int QUEUE = 1_000;

  private static final Duration RECONNECT = Duration.ofSeconds(1);
  static final List<String> OUTCOMES = List.of("accepted", "rejected");

  @Mixin private final ClientOptions service = new ClientOptions();

  @Option(
      names = "--source",
      paramLabel = "SOURCE",
      description = "Only calls of this source: its name or ID. Default: of all.")
  private @Nullable String source;

  @Option(
      names = "--type",
      paramLabel = "TYPE",
      completionCandidates = CompletionValues.Types.class,
      description = "Only calls of this type.")
  private @Nullable String type;

  @Option(names = "--event", paramLabel = "EVENT", description = "Only track calls of this event.")
  private @Nullable String event;

  @Option(names = "--user-id", paramLabel = "ID", description = "Only calls of this user.")
  private @Nullable String userId;

  @Option(
      names = "--outcome",
      paramLabel = "OUTCOME",
      completionCandidates = CompletionValues.Outcomes.class,
      description = "Only calls that were accepted, or only those that were rejected.")
  private @Nullable String outcome;

  @Option(
      names = "--recent",
      paramLabel = "NUMBER",
      defaultValue = "0",
      description = "First print up to this number of recent calls of each source, at most 100.")
  private int recent;

  @Option(
      names = "--count",
      paramLabel = "NUMBER",
      description = "Exit with 0 after this number of calls.")
  private @Nullable Integer count;

  @Spec private @Nullable CommandSpec spec;

  /** Something to print, or the end of a stream. */
  private record Item(String source, String name, String data, @Nullable StartException failure) {}

  @Override
  public Integer call() throws InterruptedException {
    require(
        outcome == null || OUTCOMES.contains(outcome), "--outcome must be accepted or rejected.");
    require(
        type == null || (type.length() > 1 && MessageType.ofPath(type).isPresent()),
        "--type must be identify, track, page, screen, group or alias.");
    require(recent >= 0 && recent <= 100, "--recent must be between 0 and 100.");
    require(count == null || count > 0, "--count must be at least 1.");
    try (AdminClient client = service.client()) {
      List<JsonNode> sources =
          client.all("/api/sources").stream()
              .filter(this::isWanted)
              .limit(MAX_SOURCES + 1)
              .toList();
      if (sources.isEmpty()) {
        throw new StartException("There is no such source.");
      }
      if (sources.size() > MAX_SOURCES) {
        throw new StartException(
            "There are more than %d sources. Choose one with --source.".formatted(MAX_SOURCES));
      }
      BlockingQueue<Item> items = new LinkedBlockingQueue<>(QUEUE);
      for (JsonNode one : sources) {
        Thread.ofVirtual().start(() -> watch(client, one, items));
      }
      try {
        print(items);
      } finally {
        client.closeNow();
      }
    }
    return 0;
  }

  private void require(boolean condition, String message) {
    if (!condition) {
      throw new ParameterException(Objects.requireNonNull(spec).commandLine(), message);
    }
  }

  private boolean isWanted(JsonNode one) {
    return source == null
        || one.path("id").asText().equals(source)
        || one.path("name").asText().equals(source);
  }

  /** Reads the stream of a source. The service ends a stream after a while; then another begins. */
  private void watch(AdminClient client, JsonNode of, BlockingQueue<Item> items) {
    String name = of.path("name").asText();
    try {
      try {
        String path = "/api/sources/" + of.path("id").asText() + "/events";
        int first = recent;
        while (true) {
          client.events(
              path + query(first), (kind, data) -> items.put(new Item(name, kind, data, null)));
          first = 0;
          boolean _ = new CountDownLatch(1).await(RECONNECT.toMillis(), TimeUnit.MILLISECONDS);
        }
      } catch (StartException failure) {
        items.put(new Item(name, "", "", failure));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private String query(int first) {
    StringBuilder query = new StringBuilder("?recent=" + first);
    add(query, "type", type);
    add(query, "event", event);
    add(query, "userId", userId);
    add(query, "outcome", outcome);
    return query.toString();
  }

  private static void add(StringBuilder query, String name, @Nullable String value) {
    if (value != null) {
      query.append('&').append(name).append('=');
      query.append(URLEncoder.encode(value, StandardCharsets.UTF_8));
    }
  }

  private void print(BlockingQueue<Item> items) throws InterruptedException {
    PrintWriter out = Objects.requireNonNull(spec).commandLine().getOut();
    for (int printed = 0; count == null || printed < count; ) {
      Item item = items.take();
      if (item.failure() != null) {
        throw item.failure();
      }
      JsonNode data = Json.parseOwn(item.data());
      if (service.json() && data instanceof ObjectNode object) {
        ObjectNode line = object.objectNode().put("source", item.source());
        line.put("outcome", item.name()).setAll(object);
        out.println(Json.text(line));
      } else {
        out.println(TailLine.of(item.source(), item.name(), data));
      }
      if (StandardOutput.isClosed(out)) {
        return;
      }
      printed += item.name().equals("missed") ? 0 : 1;
    }
  }
}
