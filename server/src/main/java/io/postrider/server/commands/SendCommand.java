package io.postrider.server.commands;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.postrider.server.commands.importer.BatchAnswer.Rejection;
import io.postrider.server.commands.importer.BatchSender;
import io.postrider.server.commands.importer.ImportInput;
import io.postrider.server.commands.importer.ImportJob;
import io.postrider.server.commands.importer.ImportProgress;
import io.postrider.server.commands.importer.TrackingClient;
import io.postrider.server.http.admin.ApiException;
import io.postrider.server.http.admin.Json;
import io.postrider.server.ops.TerminalText;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.Callable;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Sends one call, or a file of calls. */
@Command(
    name = "send",
    mixinStandardHelpOptions = true,
    description = {
      "Sends one call that the options describe, or a file of calls.",
      "Exits with 0 if every call was accepted, otherwise with 1. To send many calls so that an"
          + " interruption can be continued, use import."
    })
public final class SendCommand implements Callable<Integer> {

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  @Parameters(
      paramLabel = "FILE",
      arity = "0..1",
      description = "Calls as NDJSON, one per line, plain or gzip; '-' is standard input.")
  private @Nullable String file;

  @Mixin private final ClientOptions service = new ClientOptions();
  @Mixin private final WriteKeyOptions source = new WriteKeyOptions();

  @ArgGroup(exclusive = false)
  private @Nullable CallOptions call;

  @Spec private @Nullable CommandSpec spec;

  /** The fields of a call. */
  static final class CallOptions {

    @Option(
        names = "--type",
        paramLabel = "TYPE",
        completionCandidates = CompletionValues.Types.class,
        description = {
          "identify, track, page, screen, group or alias. Default: track with --event, otherwise"
              + " identify."
        })
    private @Nullable String type;

    @Option(names = "--event", paramLabel = "EVENT", description = "The event of a track call.")
    private @Nullable String event;

    @Option(names = "--user-id", paramLabel = "ID", description = "The user.")
    private @Nullable String userId;

    @Option(names = "--anonymous-id", paramLabel = "ID", description = "The anonymous user.")
    private @Nullable String anonymousId;

    @Option(names = "--group-id", paramLabel = "ID", description = "The group of a group call.")
    private @Nullable String groupId;

    @Option(
        names = "--previous-id",
        paramLabel = "ID",
        description = "The previous ID of an alias call.")
    private @Nullable String previousId;

    @Option(names = "--name", paramLabel = "NAME", description = "The name of a page or screen.")
    private @Nullable String name;

    @Option(
        names = "--properties",
        paramLabel = "JSON",
        description = "Properties, such as '{\"plan\":\"pro\"}'.")
    private @Nullable String properties;

    @Option(names = "--traits", paramLabel = "JSON", description = "Traits as a JSON object.")
    private @Nullable String traits;

    @Option(names = "--context", paramLabel = "JSON", description = "Context as a JSON object.")
    private @Nullable String context;

    @Option(
        names = "--timestamp",
        paramLabel = "TIME",
        description = "When it happened, in ISO 8601. Default: now.")
    private @Nullable String timestamp;

    @Option(
        names = "--message-id",
        paramLabel = "ID",
        description = "The message ID. Default: a new one.")
    private @Nullable String messageId;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    CallOptions options = call;
    if ((file == null) == (options == null)) {
      throw invalid("Name either a file, or a call such as --user-id ada --event 'Signed Up'.");
    }
    ObjectNode one = options == null ? null : call(options);
    String address = AdminClient.requireUrl(service.trackingAddress());
    SSLContext trust = service.trust();
    String key = source.resolve(service);
    try (TrackingClient client = new TrackingClient(address, key, trust)) {
      BatchSender sender = new BatchSender(client, Thread::sleep, InstantSource.system(), PATIENCE);
      return one == null ? sendFile(sender, ImportJob.target(address, key)) : send(sender, one);
    }
  }

  private ParameterException invalid(String message) {
    return new ParameterException(Objects.requireNonNull(spec).commandLine(), message);
  }

  private ObjectNode call(CallOptions options) {
    ObjectNode call = JsonNodeFactory.instance.objectNode();
    String usual = options.event == null ? "identify" : "track";
    call.put("type", Objects.requireNonNullElse(options.type, usual));
    put(call, "event", options.event);
    put(call, "userId", options.userId);
    put(call, "anonymousId", options.anonymousId);
    put(call, "groupId", options.groupId);
    put(call, "previousId", options.previousId);
    put(call, "name", options.name);
    put(call, "timestamp", options.timestamp);
    putObject(call, "properties", options.properties);
    putObject(call, "traits", options.traits);
    putObject(call, "context", options.context);
    String id = options.messageId == null ? "cli-" + UUID.randomUUID() : options.messageId;
    return call.put("messageId", id);
  }

  private static void put(ObjectNode call, String field, @Nullable String value) {
    if (value != null) {
      call.put(field, value);
    }
  }

  private void putObject(ObjectNode call, String field, @Nullable String json) {
    if (json == null) {
      return;
    }
    try {
      JsonNode value = Json.parseOwn(json);
      if (value.isObject()) {
        call.set(field, value);
        return;
      }
    } catch (ApiException notJson) {
      // reported below
    }
    throw invalid("--" + field + " is not a JSON object such as '{\"plan\":\"pro\"}'.");
  }

  private Integer send(BatchSender sender, ObjectNode one) throws InterruptedException {
    List<Rejection> rejected = sender.send(List.of(Json.text(one)));
    String id = one.path("messageId").asText();
    PrintWriter out = Objects.requireNonNull(spec).commandLine().getOut();
    if (service.json()) {
      ObjectNode result =
          JsonNodeFactory.instance
              .objectNode()
              .put("accepted", rejected.isEmpty())
              .put("messageId", id);
      rejected.forEach(why -> result.put("code", why.code()).put("message", why.message()));
      out.println(Json.text(result));
    } else if (rejected.isEmpty()) {
      out.println("Accepted: " + TerminalText.of(id));
    } else {
      Rejection why = rejected.getFirst();
      out.println("Rejected: " + TerminalText.of(why.message()) + " (" + why.code() + ")");
    }
    out.flush();
    return rejected.isEmpty() ? 0 : 1;
  }

  private Integer sendFile(BatchSender sender, String target)
      throws IOException, InterruptedException {
    PrintWriter out = Objects.requireNonNull(spec).commandLine().getOut();
    PrintWriter err = Objects.requireNonNull(spec).commandLine().getErr();
    ImportJob.ImportOrder order =
        new ImportJob.ImportOrder(false, null, target, null, null, ImportJob.MAX_CALLS);
    try (ImportInput input =
        "-".equals(file)
            ? ImportInput.of("standard input", System.in, 0)
            : ImportInput.open(Path.of(Objects.requireNonNull(file)))) {
      ImportProgress end = new ImportJob(order, sender, _ -> {}, err::println, _ -> {}).run(input);
      err.flush();
      if (service.json()) {
        out.println(
            JsonNodeFactory.instance
                .objectNode()
                .put("accepted", end.accepted())
                .put("rejected", end.rejected()));
      } else {
        out.printf(
            Locale.ROOT,
            "Accepted %s; rejected %,d.%n",
            ImportCommand.calls(end.accepted()),
            end.rejected());
      }
      out.flush();
      return end.rejected() == 0 ? 0 : 1;
    }
  }
}
