package io.postrider.server.commands.importer;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.postrider.server.commands.importer.BatchAnswer.Rejection;
import io.postrider.server.commands.importer.ImportJob.ImportOrder;
import io.postrider.server.config.ConfigException;
import io.postrider.server.config.StartException;
import io.postrider.server.http.admin.Json;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ImportJobTest {

  private static final String TARGET = ImportJob.target("http://x/", "wk_1");

  @TempDir Path folder;

  private final FakeTrackingService service = new FakeTrackingService();

  private final List<String> notices = new ArrayList<>();

  /** The process ends here. */
  private static final class Crash extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  private ImportJob job(String target, int batch, Runnable afterStep) {
    ImportOrder order =
        new ImportOrder(
            false, "track", target, folder.resolve("progress"), folder.resolve("rejected"), batch);
    return new ImportJob(
        order, service.sender(Duration.ofSeconds(1)), _ -> {}, _ -> {}, notices::add, afterStep);
  }

  /** Lets an import crash after one of its steps. */
  private static Runnable crashAt(int step) {
    AtomicInteger left = new AtomicInteger(step);
    return () -> {
      if (left.decrementAndGet() == 0) {
        throw new Crash();
      }
    };
  }

  private ImportProgress run(Path file, int batch, Runnable afterStep)
      throws IOException, InterruptedException {
    try (ImportInput input = ImportInput.open(file)) {
      return job(TARGET, batch, afterStep).run(input);
    }
  }

  private Path file(String... lines) throws IOException {
    return Files.write(folder.resolve("calls"), Arrays.asList(lines));
  }

  private static String[] lines(int count) {
    String[] lines = new String[count];
    for (int i = 0; i < count; i++) {
      lines[i] =
          switch (i % 5) {
            case 3 -> "{\"type\":\"bad\",\"n\":" + i + "}";
            case 4 -> "no json " + i;
            default -> "{\"userId\":\"ada\"}";
          };
    }
    return lines;
  }

  private List<Long> rejectedLines() throws IOException {
    return Files.readAllLines(folder.resolve("rejected")).stream()
        .map(Json::parseOwn)
        .map(line -> line.path("line").asLong())
        .toList();
  }

  @Test
  void crashAnywhere_losesAndRepeatsNothing() throws Exception {
    Path file = file(lines(20));
    int crashes = 0;
    for (int step = 1; ; step++) {
      service.stored.clear();
      Files.deleteIfExists(folder.resolve("progress"));
      Files.deleteIfExists(folder.resolve("rejected"));
      boolean crashed = false;
      try {
        run(file, 4, crashAt(step));
      } catch (Crash e) {
        crashed = true;
        crashes++;
      }
      ImportProgress end = run(file, 4, () -> {});
      assertThat(service.stored).hasSize(12);
      assertThat(rejectedLines()).containsExactly(4L, 5L, 9L, 10L, 14L, 15L, 19L, 20L);
      assertThat(end.lines()).isEqualTo(20);
      assertThat(end.accepted()).isEqualTo(12);
      assertThat(end.rejected()).isEqualTo(8);
      if (!crashed) {
        break;
      }
    }
    assertThat(crashes).isEqualTo(15);
  }

  @Test
  void linesThatAreAcceptedAfterACrash_areNotRejectedAnyMore() throws Exception {
    Path file = file("{\"userId\":\"a\"}", "{\"userId\":\"b\"}");
    Rejection full = new Rejection(1, "too_many", "Not now.");
    service.next.add(new BatchAnswer.Settled(List.of(full)));
    assertThatThrownBy(() -> run(file, 4, crashAt(2))).isInstanceOf(Crash.class);
    assertThat(rejectedLines()).containsExactly(2L);
    assertThat(run(file, 4, () -> {}).accepted()).isEqualTo(2);
    assertThat(rejectedLines()).isEmpty();
  }

  @Test
  void otherFile_isNotOverwrittenWithRejectedLines() throws Exception {
    Path other = Files.writeString(folder.resolve("rejected"), "precious");
    Path file = file(lines(10));
    assertThatThrownBy(() -> run(file, 4, () -> {}))
        .isInstanceOf(ConfigException.class)
        .hasMessageEndingWith("Name another file with --rejected.");
    assertThat(other).hasContent("precious");
    assertThat(service.stored).isEmpty();
  }

  @Test
  void rejectedLinesOfAnotherImport_areKept() throws Exception {
    Path file = file(lines(10));
    run(file, 4, () -> {});
    Files.delete(folder.resolve("progress"));
    service.batches.clear();
    assertThatThrownBy(() -> run(file, 4, () -> {}))
        .isInstanceOf(ConfigException.class)
        .hasMessageEndingWith(
            "has the rejected lines of another import. Move it away, or name another file with"
                + " --rejected.");
    assertThat(rejectedLines()).containsExactly(4L, 5L, 9L, 10L);
    assertThat(service.batches).isEmpty();
  }

  @Test
  void continuedImport_leavesAnotherRejectedFileAlone() throws Exception {
    Path file = file(lines(10));
    run(file, 4, () -> {});
    long size = Files.size(folder.resolve("rejected"));
    Files.writeString(file, "no json\n", StandardOpenOption.APPEND);
    service.batches.clear();
    String start = "{\"line\":1}\n";
    for (String other : List.of("notes", start, start + "x".repeat((int) size))) {
      Files.writeString(folder.resolve("rejected"), other);
      assertThatThrownBy(() -> run(file, 4, () -> {}))
          .isInstanceOf(ConfigException.class)
          .hasMessageContaining("--rejected");
      assertThat(folder.resolve("rejected")).hasContent(other);
    }
    assertThat(service.batches).isEmpty();
  }

  @Test
  void rejectedFileThatWasMovedAway_beginsAnew_alsoAfterACrash() throws Exception {
    Path file = file(lines(10));
    run(file, 4, () -> {});
    Files.delete(folder.resolve("rejected"));
    Files.writeString(file, "no json\n", StandardOpenOption.APPEND);
    assertThatThrownBy(() -> run(file, 4, crashAt(2))).isInstanceOf(Crash.class);
    assertThat(rejectedLines()).containsExactly(11L);
    assertThat(run(file, 4, () -> {}).rejected()).isEqualTo(5);
    assertThat(rejectedLines()).containsExactly(11L);
  }

  @Test
  void nothingIsSentAgain_whenTheInputIsDone() throws Exception {
    Path file = file(lines(10));
    run(file, 1_000, () -> {});
    service.batches.clear();
    ImportProgress again = run(file, 1_000, () -> {});
    assertThat(service.batches).isEmpty();
    assertThat(again.lines()).isEqualTo(10);
    Files.writeString(file, "{\"userId\":\"new\"}\n", StandardOpenOption.APPEND);
    assertThat(run(file, 1_000, () -> {}).lines()).isEqualTo(11);
    assertThat(service.batches).containsExactly(1);
  }

  @Test
  void sameContentOnTwoLines_isTwoCalls_withStableIds() throws Exception {
    run(file("{\"userId\":\"a\"}", "{\"userId\":\"a\"}"), 1_000, () -> {});
    assertThat(service.stored.keySet())
        .containsExactly(
            CallForm.messageId(1, "{\"userId\":\"a\"}"),
            CallForm.messageId(2, "{\"userId\":\"a\"}"))
        .allMatch(id -> id.matches("imp-[A-Za-z0-9_-]{22}"));
  }

  @Test
  void ownMessageIdAndType_areKept_andNumbersAreExact() throws Exception {
    run(
        file("{\"messageId\":\"m-1\",\"type\":\"page\",\"n\":12345678901234567890.10}"),
        9,
        () -> {});
    assertThat(service.stored.get("m-1"))
        .hasToString("{\"messageId\":\"m-1\",\"type\":\"page\",\"n\":12345678901234567890.10}");
  }

  @Test
  void changedInput_isRefused() throws Exception {
    run(file(lines(10)), 4, () -> {});
    Path other = file(lines(11));
    Files.writeString(other, Files.readString(other).replaceFirst("ada", "bob"));
    assertThatThrownBy(() -> run(other, 4, () -> {}))
        .isInstanceOf(StartException.class)
        .hasMessageContaining("its first 10 lines differ");
    Path shorter = file(lines(3));
    assertThatThrownBy(() -> run(shorter, 4, () -> {})).hasMessageContaining("differ");
  }

  @Test
  void otherTargetOrFile_isRefused() throws Exception {
    Path file = file(lines(10));
    run(file, 4, () -> {});
    assertThatThrownBy(() -> job(ImportJob.target("http://x", "wk_2"), 4, () -> {}).earlier())
        .isInstanceOf(StartException.class)
        .hasMessageContaining("another service or source")
        .hasMessageNotContaining("wk_2");
    assertThat(job(ImportJob.target("http://x", "wk_1"), 4, () -> {}).earlier().lines())
        .isEqualTo(10);
    Files.writeString(folder.resolve("progress"), "something else");
    assertThatThrownBy(() -> run(file, 4, () -> {}))
        .hasMessageContaining("is not a progress file of an import");
    Files.writeString(folder.resolve("progress"), "{\"version\":2,\"bytes\":1}");
    assertThatThrownBy(() -> run(file, 4, () -> {})).hasMessageContaining("another release");
  }

  @Test
  void files_areForTheirOwner() throws Exception {
    run(file(lines(10)), 4, () -> {});
    for (String name : List.of("progress", "rejected")) {
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve(name))))
          .isEqualTo("rw-------");
    }
  }

  @Test
  void gzip_isRead_andATornOneIsReported() throws Exception {
    ByteArrayOutputStream zipped = new ByteArrayOutputStream();
    for (String part : List.of("{\"userId\":\"a\"}\n", "{\"userId\":\"b\"}\n")) {
      try (GZIPOutputStream out = new GZIPOutputStream(zipped)) {
        out.write(part.getBytes(UTF_8));
      }
    }
    Path file = Files.write(folder.resolve("calls.gz"), zipped.toByteArray());
    assertThat(run(file, 9, () -> {}).accepted()).isEqualTo(2);
    Files.delete(folder.resolve("progress"));
    Files.write(file, Arrays.copyOf(zipped.toByteArray(), zipped.size() - 4));
    assertThatThrownBy(() -> run(file, 1, () -> {}))
        .isInstanceOf(StartException.class)
        .hasMessageContaining("is not a complete gzip file: it ends after line 2.")
        .hasMessageContaining("The first 2 are imported; run the command again");
    Files.delete(folder.resolve("progress"));
    assertThatThrownBy(() -> run(file, 9, () -> {}))
        .hasMessageContaining("it ends after line 2. Nothing is imported; run the command again");
  }

  @Test
  void largeCalls_makeSmallBatches_andTooLargeOnesAreRejected() throws Exception {
    String[] calls = new String[40];
    Arrays.fill(calls, "{\"userId\":\"" + "x".repeat(32_000) + "\"}");
    calls[7] = "{\"userId\":\"" + "x".repeat(33_000) + "\"}";
    calls[8] = "y".repeat(LineInput.MAX_BYTES + 1);
    ImportProgress end = run(file(calls), 1_000, () -> {});
    assertThat(end.accepted()).isEqualTo(38);
    assertThat(rejectedLines()).containsExactly(8L, 9L);
    assertThat(service.batches).containsExactly(13, 13, 12);
    assertThat(Files.size(folder.resolve("rejected"))).isLessThan(3L * RejectedLines.MAX_INPUT);
  }

  @Test
  void unknownHeaders_areNoticedOnce() throws Exception {
    ImportOrder order = new ImportOrder(true, "track", TARGET, null, null, 2);
    Path file =
        Files.writeString(folder.resolve("in.csv"), "userId,event,plan\na,E,x\nb,E,y\nc,E,\n");
    try (ImportInput input = ImportInput.open(file)) {
      ImportProgress end =
          new ImportJob(
                  order, service.sender(Duration.ofSeconds(1)), _ -> {}, _ -> {}, notices::add)
              .run(input);
      assertThat(end.accepted()).isEqualTo(3);
    }
    assertThat(notices).singleElement().asString().contains(": 'plan'. They are stored");
  }
}
