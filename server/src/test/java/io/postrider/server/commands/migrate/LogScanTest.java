package io.postrider.server.commands.migrate;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.log.MemoryLog;
import io.postrider.log.RecordBatch;
import io.postrider.message.MessageType;
import io.postrider.message.RecordPartitions;
import io.postrider.message.RecordView;
import io.postrider.server.usage.AcceptedRecords;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LogScanTest {

  private static final int PARTITIONS = 12;
  private static final String CALL =
      "{\"userId\":\"ada\",\"event\":\"E\",\"timestamp\":\"2026-02-02T02:39:59.000Z\"}";

  private record Taken(int partition, ByteBuffer record) {}

  private static List<Taken> scan(byte[]... records) {
    List<Taken> taken = new ArrayList<>();
    try (MemoryLog log = new MemoryLog()) {
      for (byte[] record : records) {
        log.append(0, RecordBatch.of(record)).join();
      }
      new LogScan(log, PARTITIONS, count -> {})
          .run(
              (partition, appendedAt, record) -> {
                taken.add(new Taken(partition, ByteBuffer.allocate(record.remaining())));
                taken.getLast().record().put(record.duplicate()).flip();
              });
    }
    return taken;
  }

  /** Nodes of an earlier version may read what is on Kafka. */
  @Test
  void compactRecord_isCopiedWhole_toThePartitionOfItsUser() {
    byte[] compact = new AcceptedRecords().of(7, MessageType.TRACK, Instant.EPOCH, CALL);
    RecordView view = RecordView.of(ByteBuffer.wrap(compact));
    Taken only = scan(compact).getFirst();
    assertThat(only.partition()).isEqualTo(RecordPartitions.of(view.userHash(), PARTITIONS));
    assertThat(only.record()).isEqualTo(view.whole().bytes());
    assertThat(only.record().get(0)).isEqualTo((byte) 1);
    assertThat(scan(only.record().array()).getFirst()).isEqualTo(only);
  }

  @Test
  void unreadableRecord_isCopiedAsItIs() {
    byte[] unreadable = {99, 1, 2};
    Taken only = scan(unreadable).getFirst();
    assertThat(only.partition()).isZero();
    assertThat(only.record()).isEqualTo(ByteBuffer.wrap(unreadable));
  }
}
