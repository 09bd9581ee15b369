package io.postrider.server.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.message.RecordBuffer;
import org.junit.jupiter.api.Test;

class RecordBufferPoolTest {

  private final RecordBufferPool buffers = new RecordBufferPool();

  @Test
  void bufferGivenBack_isTakenAgain() {
    RecordBuffer first = buffers.take(100);
    buffers.giveBack(first);

    assertThat(buffers.take(5_000)).isSameAs(first);
    assertThat(buffers.take(100)).isNotSameAs(first);
  }

  @Test
  void tooLargeOrTooMany_areNotKept() {
    buffers.giveBack(new RecordBuffer(RecordBufferPool.LARGEST_KEPT + 1));
    assertThat(buffers.kept()).isZero();

    int most = RecordBufferPool.MOST_KEPT_BYTES / RecordBufferPool.LARGEST_KEPT;
    for (int i = 0; i <= most; i++) {
      buffers.giveBack(new RecordBuffer(RecordBufferPool.LARGEST_KEPT));
    }
    assertThat(buffers.kept()).isEqualTo(most);
    buffers.take(1);
    buffers.giveBack(new RecordBuffer(RecordBufferPool.LARGEST_KEPT));
    assertThat(buffers.kept()).isEqualTo(most);
  }
}
