package io.postrider.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.postrider.server.delivery.TestReceiver;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs the commands of README and documents: those in blocks that begin with {@code ```sh run}, in
 * a shell, against a real node. {@code postrider} is a function of that shell which calls the
 * command line in this process.
 */
final class DocumentedCommandsTest {

  /** Commands that call a service, and so need its address and token. */
  private static final Set<String> CLIENTS =
      Set.of("send", "import", "status", "tail", "replay", "export", "forget", "rebuild");

  private static final Pattern EXAMPLE_URL =
      Pattern.compile("https://(?:[a-z-]+\\.)?example\\.com/[\\w/-]*");

  private static final String SHELL =
      """
      set -euo pipefail
      curl() { command curl -sS --fail-with-body "$@"; }
      postrider() {
        local one arguments=()
        for one in "$@"; do
          if [ -e "$one" ]; then one=$PWD/$one; fi
          arguments+=("$one")
        done
        printf '%s\\0' "${arguments[@]}" | command curl -sS --data-binary @- "$BRIDGE" >.answer
        sed '$d' .answer
        return "$(tail -n 1 .answer)"
      }
      """;

  @TempDir Path data;
  @TempDir Path folder;

  private final TestReceiver receiver = TestReceiver.open();
  private RunningServer server;
  private HttpServer bridge;
  private String sourceId;
  private String destinationId;

  @BeforeEach
  void start() throws Exception {
    server = RunningServer.start(data, TestNode.LOCAL);
    sourceId = server.firstSource();
    destinationId = server.createDestination(receiver.url("/"));
    server.api("PATCH", "/api/destinations/" + destinationId, "{'name':'CRM'}");
    bridge = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    bridge.createContext("/", this::runCommand);
    bridge.start();
    prepare();
  }

  /** What the documents take for granted: a token, a user, a message, files. */
  private void prepare() throws Exception {
    Files.createDirectories(folder.resolve("data"));
    Files.writeString(folder.resolve("data/admin-token"), RunningServer.ADMIN_TOKEN);
    Files.writeString(folder.resolve("ids.txt"), "nobody-1\nnobody-2\n");
    String call = "{\"type\":\"track\",\"userId\":\"eve\",\"event\":\"Signed Up\"}\n";
    Files.writeString(folder.resolve("calls.ndjson"), call);
    try (var packed =
        new GZIPOutputStream(Files.newOutputStream(folder.resolve("export.ndjson.gz")))) {
      packed.write(call.getBytes(UTF_8));
    }
    Files.writeString(folder.resolve("workspace.yaml"), "sources: {a: {name: A, type: web}}\n");
    for (DocumentedBlocks.Block block : DocumentedBlocks.of("docs/audiences.md")) {
      if (block.language().equals("json") && !Files.exists(folder.resolve("audience.json"))) {
        Files.writeString(folder.resolve("audience.json"), block.text());
      }
    }
    for (String sample : List.of("segment-sources", "segment-destinations", "segment-filters")) {
      String name = "commands/convert/" + sample + ".json";
      try (var file = DocumentedCommandsTest.class.getResourceAsStream(name)) {
        Files.copy(file, folder.resolve(sample.replace("segment-", "") + ".json"));
      }
    }
    server.track("/v1/identify", "{\"userId\":\"ada\",\"traits\":{\"plan\":\"pro\"}}");
    server.track(
        "/v1/track", "{\"userId\":\"ada\",\"event\":\"Cart Viewed\",\"messageId\":\"m1\"}");
    await()
        .atMost(60, TimeUnit.SECONDS)
        .until(() -> server.admin("GET", "/api/profiles/ada", null).statusCode() == 200);
  }

  @AfterEach
  void stop() {
    bridge.stop(0);
    server.close();
    receiver.close();
  }

  @Test
  void commands_doWhatTheDocumentsSay() throws Exception {
    List<String> failures = new ArrayList<>();
    int run = 0;
    List<DocumentedBlocks.Block> blocks = new ArrayList<>(DocumentedBlocks.all());
    blocks.sort(Comparator.comparing(block -> block.document().contains("deletion"))); // last
    for (DocumentedBlocks.Block block : blocks) {
      if (block.isRun()) {
        run++;
        shell(block).ifPresent(failures::add);
      }
    }
    assertThat(failures).isEmpty();
    assertThat(run).isGreaterThan(20);
  }

  /** Runs a block; returns what went wrong. */
  private Optional<String> shell(DocumentedBlocks.Block block) throws Exception {
    Path script = Files.writeString(folder.resolve(".script"), SHELL + here(block.text()));
    Path output = folder.resolve(".output");
    ProcessBuilder builder =
        new ProcessBuilder("bash", script.toString())
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile());
    builder.environment().put("TOKEN", RunningServer.ADMIN_TOKEN);
    builder.environment().put("WRITE_KEY", server.writeKey());
    builder.environment().put("BRIDGE", "http://127.0.0.1:" + bridge.getAddress().getPort());
    Process process = builder.start();
    boolean ended = process.waitFor(60, TimeUnit.SECONDS);
    if (!ended) {
      process.destroyForcibly();
    }
    return ended && process.exitValue() == 0
        ? Optional.empty()
        : Optional.of(block + "\n" + Files.readString(output));
  }

  /** The commands for this node and this receiver. */
  private String here(String text) {
    String local =
        text.replace("./postrider ", "postrider ")
            .replace("http://localhost:8080", server.uri("").toString())
            .replaceAll("-u (wk_\\w+|WRITE_KEY):", "-u \\$WRITE_KEY:")
            .replace("src_…", sourceId)
            .replace("dst_…", destinationId);
    return EXAMPLE_URL.matcher(local).replaceAll(receiver.url("/"));
  }

  /** Calls the command line; the last line of the response is the exit code. */
  private void runCommand(HttpExchange exchange) throws IOException {
    try (exchange) {
      String body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
      List<String> arguments = new ArrayList<>(Arrays.asList(body.split("\0")));
      if (CLIENTS.contains(arguments.getFirst()) && !arguments.contains("--url")) {
        arguments.addAll(List.of("--url", server.uri("/").toString()));
      }
      if (CLIENTS.contains(arguments.getFirst())) {
        arguments.addAll(List.of("--token", RunningServer.ADMIN_TOKEN));
      }
      if (Set.of("send", "import").contains(arguments.getFirst())) {
        arguments.addAll(List.of("--write-key", server.writeKey()));
      }
      CommandRun command = CommandRun.of(arguments.toArray(String[]::new));
      String text = command.out().isEmpty() || command.out().endsWith("\n") ? "" : "\n";
      String failed = command.exitCode() == 0 ? "" : command.err();
      byte[] answer = (command.out() + text + failed + command.exitCode() + "\n").getBytes(UTF_8);
      exchange.sendResponseHeaders(200, answer.length);
      exchange.getResponseBody().write(answer);
    }
  }
}
