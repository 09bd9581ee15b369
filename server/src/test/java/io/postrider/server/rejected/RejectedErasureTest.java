package io.postrider.server.rejected;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.log.RecordBatch;
import io.postrider.log.embedded.EmbeddedLog;
import io.postrider.log.embedded.EmbeddedLogOptions;
import io.postrider.log.embedded.FolderDisk;
import io.postrider.log.embedded.RewritePace;
import io.postrider.server.folder.LogSweep;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RejectedErasureTest {

  private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
  private static final long ADA = 1;
  private static final long BOB = 2;

  @TempDir Path folder;

  private static RejectedRecord call(String text, long user) {
    return new RejectedRecord.Call(
        new StoredCall(
            NOON, null, "c", "", "192.0.2.1", 0, 0, new RejectedBody(text, Set.of(user))));
  }

  private static void append(EmbeddedLog log, RejectedRecord record) {
    var _ = log.append(0, RecordBatch.of(RejectedRecord.encode(record))).join();
  }

  @Test
  void hiddenCalls_areGone_laterOnesAndOthersStay() throws IOException {
    try (EmbeddedLog log = EmbeddedLog.open(FolderDisk.open(folder), EmbeddedLogOptions.DEFAULT)) {
      append(log, new RejectedRecord.Began(NOON));
      append(log, call("first-of-ada", ADA));
      append(log, call("only-of-bob", BOB));
      append(log, new RejectedRecord.Erased(NOON, Set.of(ADA)));
      append(log, call("later-of-ada", ADA));

      assertThat(erase(log)).isTrue();
      assertThat(erase(log)).as("again").isTrue();

      List<RejectedRecord> left = new ArrayList<>();
      for (long offset = 0; offset < log.endOffset(0); offset++) {
        RejectedRecord.decode(log.record(0, offset).orElseThrow().bytes()).ifPresent(left::add);
      }
      assertThat(left)
          .containsExactly(
              new RejectedRecord.Began(NOON), call("only-of-bob", BOB), call("later-of-ada", ADA));
    }
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.toList()) {
        assertThat(Files.readString(file, ISO_8859_1)).doesNotContain("first-of-ada");
      }
    }
  }

  private static boolean erase(EmbeddedLog log) {
    return RejectedErasure.run(log, new LogSweep(log, "test", RewritePace.UNLIMITED));
  }
}
