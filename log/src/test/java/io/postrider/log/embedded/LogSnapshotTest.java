package io.postrider.log.embedded;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.postrider.log.LogCorruptException;
import io.postrider.log.LogReader;
import io.postrider.log.LogRecord;
import io.postrider.log.RecordBatch;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LogSnapshotTest {

  @TempDir Path folder;

  private Disk disk(String name) throws IOException {
    return FolderDisk.open(folder.resolve(name));
  }

  private static RecordBatch record(long number) {
    return RecordBatch.of(("record " + number).getBytes(UTF_8));
  }

  private static List<String> readAll(Disk disk) {
    List<String> read = new ArrayList<>();
    try (EmbeddedLog log = EmbeddedLog.open(disk, EmbeddedLogOptions.DEFAULT);
        LogReader reader = log.reader(0, log.firstOffset(0))) {
      for (List<LogRecord> some = reader.read(1 << 20);
          !some.isEmpty();
          some = reader.read(1 << 20)) {
        some.forEach(one -> read.add(UTF_8.decode(one.bytes().duplicate()).toString()));
      }
    }
    return read;
  }

  @Test
  void copyOfAnIdleLog_hasEveryRecord() throws Exception {
    for (int open = 0; open < 3; open++) {
      try (EmbeddedLog log = EmbeddedLog.open(disk("log"), EmbeddedLogOptions.DEFAULT)) {
        for (int i = 0; i < 10; i++) {
          log.append(0, record(open * 10L + i)).join();
        }
        LogSnapshot.Copied copied = LogSnapshot.copy(disk("log"), disk("copy" + open));
        assertThat(copied.endOffset()).isEqualTo(log.endOffset(0));
        assertThat(copied.identity()).isEqualTo(log.identity());
      }
      assertThat(readAll(disk("copy" + open))).hasSize(10 * (open + 1));
    }
  }

  @Test
  void copyDuringWrites_hasEveryRecordBefore_andNoHole() throws Exception {
    try (EmbeddedLog log = EmbeddedLog.open(disk("log"), EmbeddedLogOptions.DEFAULT)) {
      AtomicBoolean stop = new AtomicBoolean();
      AtomicLong durable = new AtomicLong();
      Thread writer =
          Thread.startVirtualThread(
              () -> {
                for (long i = 0; !stop.get(); i++) {
                  List<CompletableFuture<Long>> some = new ArrayList<>();
                  for (int j = 0; j < 20; j++) {
                    some.add(log.append(0, record(i * 20 + j)));
                  }
                  some.forEach(CompletableFuture::join);
                  durable.set((i + 1) * 20);
                }
              });
      try {
        for (int round = 0; round < 10; round++) {
          long before = durable.get();
          LogSnapshot.Copied copied = LogSnapshot.copy(disk("log"), disk("copy" + round));
          assertThat(copied.endOffset()).isGreaterThanOrEqualTo(log.firstOffset(0) + before);
          List<String> records = readAll(disk("copy" + round));
          assertThat(records.size()).isGreaterThanOrEqualTo((int) before);
          for (int i = 0; i < records.size(); i++) {
            assertThat(records.get(i)).isEqualTo("record " + i);
          }
        }
      } finally {
        stop.set(true);
        writer.join();
      }
    }
  }

  @Test
  void corruptBatch_isReported_notCutOff() throws Exception {
    try (EmbeddedLog log = EmbeddedLog.open(disk("log"), EmbeddedLogOptions.DEFAULT)) {
      for (int i = 0; i < 10; i++) {
        log.append(0, record(i)).join();
      }
      String newest =
          disk("log").list().stream()
              .filter(name -> name.endsWith(".segment"))
              .max(String::compareTo)
              .orElseThrow();
      Path file = folder.resolve("log").resolve(newest);
      try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
        channel.write(ByteBuffer.wrap(new byte[] {1}), SegmentHeader.BYTES + 60);
      }
      assertThatThrownBy(() -> LogSnapshot.copy(disk("log"), disk("copy")))
          .isInstanceOf(LogCorruptException.class)
          .hasMessageContaining("is corrupt at byte");
    }
  }

  @Test
  void folderWithoutALog_isRefused() {
    assertThatThrownBy(() -> LogSnapshot.copy(disk("none"), disk("copy")))
        .isInstanceOf(LogCorruptException.class);
  }
}
