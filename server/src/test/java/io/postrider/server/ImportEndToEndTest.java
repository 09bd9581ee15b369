package io.postrider.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code postrider import} and {@code postrider send} with a real node. */
@Tag("slow")
class ImportEndToEndTest {

  @TempDir Path folder;
  private RunningServer server;

  @BeforeEach
  void start() {
    server = RunningServer.start(folder.resolve("data"), Map.of());
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private CommandRun run(String... arguments) {
    List<String> all = new ArrayList<>(List.of(arguments));
    all.addAll(List.of("--url", server.uri("/").toString()));
    if (!all.contains("--token")) {
      all.addAll(List.of("--write-key", server.writeKey()));
    }
    return CommandRun.of(all.toArray(String[]::new));
  }

  private static String call(int number) {
    return "{'type':'track','userId':'u%d','event':'Old','timestamp':'2020-01-01'}\n"
        .formatted(number)
        .replace('\'', '"');
  }

  @Test
  void fileOfCalls_isImportedOnce() throws IOException {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 2_500; i++) {
      text.append(i % 1_000 == 999 ? "{\"type\":\"track\",\"userId\":\"u\"}\nbroken\n" : call(i));
    }
    Path file = folder.resolve("calls.ndjson.gz");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
      out.write(text.toString().getBytes(UTF_8));
    }
    CommandRun first = run("import", file.toString(), "--json").exits(1);
    assertThat(first.out().strip())
        .isEqualTo(
            "{\"lines\":2502,\"continuedAtLine\":0,\"accepted\":2498,\"rejected\":4,"
                + "\"totalAccepted\":2498,\"totalRejected\":4}");
    List<JsonNode> rejected =
        Files.readAllLines(Path.of(file + ".rejected")).stream().map(TestNode::parse).toList();
    assertThat(rejected).hasSize(4);
    assertThat(rejected.getFirst().path("line").asInt()).isEqualTo(1_000);
    assertThat(rejected.getFirst().path("code").asText()).isEqualTo("event_not_defined");
    assertThat(rejected.get(1).path("code").asText()).isEqualTo("invalid_json");
    assertThat(rejected.get(1).path("input").asText()).isEqualTo("broken");
    CommandRun again = run("import", file.toString()).exits(1);
    assertThat(again.out())
        .contains(
            "Checking the 2,502 lines that an earlier run imported.",
            "Imported 0 calls; 0 rejected.\nWith earlier runs: 2,498 calls; 4 rejected.\n",
            "Rejected lines and their reasons are in " + file + ".rejected.");
    assertThat(run("import", file.toString(), "--json").exits(1).out())
        .contains("\"rejected\":0,\"totalAccepted\":2498,\"totalRejected\":4}");
    List<StoredMessage> stored = server.stopAndReadLog();
    assertThat(stored).hasSize(2_498);
  }

  @Test
  void lostProgress_isMadeUpByMessageIds() throws IOException {
    Path file = Files.writeString(folder.resolve("calls"), call(1) + call(2) + call(2));
    run("import", file.toString()).exits(0);
    Files.delete(Path.of(file + ".progress"));
    assertThat(run("import", file.toString(), "--max-rate", "1000").exits(0).out())
        .contains("100 %", "Imported 3 calls; 0 rejected.");
    assertThat(server.stopAndReadLog()).hasSize(3);
  }

  @Test
  void csv_isImported_withTheKeyOfTheOnlySource() throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("calls.csv"),
            "userId,event,properties.total:number,timestamp\nada,Paid,12.50,2020-01-01\n");
    String[] token = {"--token", RunningServer.ADMIN_TOKEN};
    run("import", file.toString(), "--type", "track", token[0], token[1]).exits(0);
    run("import", file.toString(), "--type", "track", "--source", "no", token[0], token[1])
        .exits(1);
    assertThat(server.stopAndReadLog()).singleElement().asString().contains("\"total\":12.5");
  }

  @Test
  void standardInput_isImported() {
    InputStream before = System.in;
    try {
      System.setIn(new ByteArrayInputStream((call(1) + "x\n").getBytes(UTF_8)));
      CommandRun run = run("import", "-").exits(1);
      assertThat(run.out()).contains("Imported 1 call; 1 rejected.");
      assertThat(run.err()).contains("\"line\":2,\"code\":\"invalid_json\"");
    } finally {
      System.setIn(before);
    }
  }

  @Test
  void wrongUse_isRefused() throws IOException {
    Path file = Files.writeString(folder.resolve("calls"), call(1));
    assertThat(run("import", file.toString(), "--format", "xml").exits(2).err())
        .startsWith("postrider: --format must be ndjson or csv.");
    assertThat(run("import", file.toString(), "--max-rate", "0").exits(2).err())
        .startsWith("postrider: --max-rate must be at least 1.");
    String other = folder.resolve("other").toString();
    String different = "postrider: The input, --progress and --rejected must be different files.";
    assertThat(
            run("import", file.toString(), "--progress", other, "--rejected", other).exits(2).err())
        .startsWith(different);
    String same = folder + "/./calls";
    assertThat(run("import", file.toString(), "--rejected", same).exits(2).err())
        .startsWith(different);
    Path link = Files.createSymbolicLink(folder.resolve("link"), file);
    assertThat(run("import", file.toString(), "--progress", link.toString()).exits(2).err())
        .startsWith(different);
    Files.writeString(Path.of(other), "notes");
    assertThat(run("import", file.toString(), "--rejected", other).exits(2).err())
        .contains("Name another file with --rejected.");
    assertThat(file).hasContent(call(1));
    assertThat(run("import", folder.resolve("no").toString()).exits(1).err())
        .endsWith("it does not exist.\n");
    assertThat(run("import", folder.toString()).exits(1).err()).endsWith("it is a folder.\n");
    CommandRun wrongKey =
        CommandRun.of(
            "import", file.toString(), "--url", server.uri("/").toString(), "--write-key", "no");
    assertThat(wrongKey.exits(1).err()).contains("answered 401");
    assertThat(Path.of(file + ".progress")).doesNotExist();
  }

  @Test
  void send_sendsOneCall() {
    String[] call = {"--user-id", "ada", "--event", "Paid", "--properties", "{\"total\":1.50}"};
    CommandRun sent =
        run("send", call[0], call[1], call[2], call[3], call[4], call[5], "--message-id", "m-1");
    assertThat(sent.exits(0).out()).isEqualTo("Accepted: m-1\n");
    assertThat(run("send", "--user-id", "ada", "--json").exits(0).out())
        .startsWith("{\"accepted\":true,\"messageId\":\"cli-");
    assertThat(run("send", "--event", "Paid", "--json").exits(1).out())
        .contains("\"accepted\":false", "\"code\":\"no_user_anon_id\"");
    assertThat(run("send", "--type", "alias", "--user-id", "a").exits(1).out())
        .contains("(previous_id_not_defined)");
    assertThat(server.stopAndReadLog())
        .hasSize(2)
        .first()
        .asString()
        .contains("\"type\":\"track\"", "\"total\":1.5");
  }

  @Test
  void send_sendsAFile() throws IOException {
    Path file = Files.writeString(folder.resolve("calls"), call(1) + "x\n" + call(2));
    CommandRun run = run("send", file.toString()).exits(1);
    assertThat(run.out()).isEqualTo("Accepted 2 calls; rejected 1.\n");
    assertThat(run.err()).contains("\"line\":2");
    assertThat(Path.of(file + ".progress")).doesNotExist();
  }

  @Test
  void send_refusesWrongUse() {
    assertThat(run("send").exits(2).err()).startsWith("postrider: Name either a file, or a call");
    assertThat(run("send", "--user-id", "a", "--traits", "[]").exits(2).err())
        .startsWith("postrider: --traits is not a JSON object");
  }
}
