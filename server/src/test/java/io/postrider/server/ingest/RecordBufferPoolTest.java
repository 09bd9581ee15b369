package io.postrider.server.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.message.RecordBuffer;
import org.junit.jupiter.api.Test;

class RecordBufferPoolTest {

  private final RecordBufferPool buffers = new RecordBufferPool(Long.MAX_VALUE);

  @Test
  void releasedBuffer_isReused() {
    RecordBuffer first = buffers.take(100);
    buffers.release(first);

    assertThat(buffers.take(5_000)).isSameAs(first);
    assertThat(buffers.take(100)).isNotSameAs(first);
  }

  @Test
  void largeOrSurplusBuffers_areNotPooled() {
    buffers.release(new RecordBuffer(RecordBufferPool.MAX_BUFFER_BYTES + 1));
    assertThat(buffers.size()).isZero();

    int most = RecordBufferPool.MAX_POOLED_BYTES / RecordBufferPool.MAX_BUFFER_BYTES;
    for (int i = 0; i <= most; i++) {
      buffers.release(new RecordBuffer(RecordBufferPool.MAX_BUFFER_BYTES));
    }
    assertThat(buffers.size()).isEqualTo(most);
    buffers.take(1);
    buffers.release(new RecordBuffer(RecordBufferPool.MAX_BUFFER_BYTES));
    assertThat(buffers.size()).isEqualTo(most);
  }

  @Test
  void pool_obeysASmallerLimit() {
    RecordBufferPool small = new RecordBufferPool(16_000);
    assertThat(small.pools(new RecordBuffer(1_000))).isTrue();
    assertThat(small.pools(new RecordBuffer(1_001))).isFalse();
    for (int i = 0; i < 17; i++) {
      small.release(new RecordBuffer(1_000));
    }
    assertThat(small.size()).isEqualTo(16);
  }
}
