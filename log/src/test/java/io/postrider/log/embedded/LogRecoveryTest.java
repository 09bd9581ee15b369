package io.postrider.log.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.postrider.log.LogCorruptException;
import io.postrider.log.RecordBatch;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

/** How opening handles files that are not part of the log. */
final class LogRecoveryTest {

  private final SimulatedDisk disk = new SimulatedDisk();
  private final LogScenario scenario = new LogScenario();

  @Test
  void leftovers_areRemoved() throws IOException {
    EmbeddedLog log = scenario.open(disk);
    assertThat(log.append(0, RecordBatch.of(new byte[10]))).isNotDone();
    log.close();
    SegmentHeader first = log.core().view().segments().first().header();
    put(FileNames.of(2, FileNames.SEGMENT), empty(first, 2).encode());
    put(FileNames.of(3, FileNames.SEGMENT), empty(first, 3).encode());
    put("spare-1.tmp", ByteBuffer.allocate(5000));
    put(FileNames.of(2, FileNames.INDEX), ByteBuffer.allocate(10));
    put(FileNames.of(90, FileNames.DIGESTS), ByteBuffer.allocate(10));

    log = scenario.open(disk);
    log.core().maintenance().step();
    assertThat(log.endOffset(0)).isZero();
    assertThat(disk.list())
        .containsExactlyInAnyOrder(FileNames.of(4, FileNames.SEGMENT), LogManifest.NAME);
  }

  @Test
  void misnamedSegment_isReported() throws IOException {
    EmbeddedLog log = scenario.open(disk);
    log.close();
    disk.rename(FileNames.of(1, FileNames.SEGMENT), FileNames.of(7, FileNames.SEGMENT));
    assertThatThrownBy(() -> scenario.open(disk))
        .isInstanceOf(LogCorruptException.class)
        .hasMessageContaining("it is segment 1");
  }

  /** The header of a segment without predecessor. */
  private static SegmentHeader empty(SegmentHeader first, long id) {
    return new SegmentHeader(first.identity(), id, 0, 0, 0, 0, SegmentHeader.BYTES);
  }

  private void put(String name, ByteBuffer content) throws IOException {
    try (DiskFile file = disk.create(name)) {
      file.write(content, 0);
      file.sync();
    }
  }
}
