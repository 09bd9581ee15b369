package io.postrider.message;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.id.SourceId;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RecordPartitionsTest {

  private static final SourceId SOURCE = new SourceId(7);
  private static final int PARTITIONS = 5;

  private final ComputedRecordWriter writer =
      new ComputedRecordWriter(HashKey.of(new byte[HashKey.LENGTH]));

  private void add(RecordBuffer buffer, String user, int number) {
    String json =
        "{\"type\":\"track\",\"event\":\"E\",%s,\"messageId\":\"m%d\",\"timestamp\":\"%s\"}"
            .formatted(user, number, "2026-01-01T00:00:00.000Z");
    writer.add(json.getBytes(UTF_8), SOURCE, Instant.EPOCH, new long[0], buffer);
  }

  private static List<String> ids(RecordBuffer buffer) {
    List<String> ids = new ArrayList<>();
    for (int i = 0; i < buffer.count(); i++) {
      int from = buffer.start(i);
      ids.add(
          RecordView.of(ByteBuffer.wrap(buffer.bytes(), from, buffer.ends()[i] - from))
              .text(Field.MESSAGE_ID));
    }
    return ids;
  }

  @Test
  void recordsOfOneUser_shareAPartition_inOrder() {
    RecordBuffer buffer = new RecordBuffer(64);
    for (int i = 0; i < 300; i++) {
      add(buffer, "\"userId\":\"u%d\"".formatted(i % 30), i);
    }
    List<RecordBuffer> split = RecordPartitions.split(buffer, PARTITIONS);

    assertThat(split).hasSize(PARTITIONS).allMatch(part -> part.count() > 0);
    assertThat(split.stream().mapToInt(RecordBuffer::count).sum()).isEqualTo(300);
    assertThat(split.stream().mapToInt(RecordBuffer::sizeBytes).sum())
        .isEqualTo(buffer.sizeBytes());
    for (int user = 0; user < 30; user++) {
      List<String> expected = new ArrayList<>();
      for (int i = user; i < 300; i += 30) {
        expected.add("m" + i);
      }
      assertThat(split).anySatisfy(part -> assertThat(ids(part)).containsSubsequence(expected));
    }
    assertThat(RecordPartitions.common(buffer, PARTITIONS)).isEqualTo(RecordPartitions.SEVERAL);
  }

  @Test
  void commonPartition_isThatOfEachRecord() {
    RecordBuffer buffer = new RecordBuffer(64);
    add(buffer, "\"userId\":\"a\"", 1);
    add(buffer, "\"userId\":\"a\"", 2);
    int common = RecordPartitions.common(buffer, PARTITIONS);
    assertThat(common).isEqualTo(RecordPartitions.of(buffer.last().userHash(), PARTITIONS));
    assertThat(RecordPartitions.split(buffer, PARTITIONS).get(common).count()).isEqualTo(2);
    assertThat(RecordPartitions.common(buffer, 1)).isZero();
  }

  @Test
  void everyHash_hasAPartition() {
    for (long hash : new long[] {Long.MIN_VALUE, -1, 0, 1, Long.MAX_VALUE}) {
      assertThat(RecordPartitions.of(hash, PARTITIONS)).isBetween(0, PARTITIONS - 1);
    }
  }
}
