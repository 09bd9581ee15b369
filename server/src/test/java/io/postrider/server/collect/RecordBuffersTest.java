package io.postrider.server.collect;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.message.RecordBuffer;
import org.junit.jupiter.api.Test;

class RecordBuffersTest {

  private final RecordBuffers buffers = new RecordBuffers();

  @Test
  void bufferGivenBack_isTakenAgain() {
    RecordBuffer first = buffers.take(100);
    buffers.giveBack(first);

    assertThat(buffers.take(5_000)).isSameAs(first);
    assertThat(buffers.take(100)).isNotSameAs(first);
  }

  @Test
  void tooLargeOrTooMany_areNotKept() {
    buffers.giveBack(new RecordBuffer(RecordBuffers.LARGEST_KEPT + 1));
    assertThat(buffers.kept()).isZero();

    int most = RecordBuffers.MOST_KEPT_BYTES / RecordBuffers.LARGEST_KEPT;
    for (int i = 0; i <= most; i++) {
      buffers.giveBack(new RecordBuffer(RecordBuffers.LARGEST_KEPT));
    }
    assertThat(buffers.kept()).isEqualTo(most);
    buffers.take(1);
    buffers.giveBack(new RecordBuffer(RecordBuffers.LARGEST_KEPT));
    assertThat(buffers.kept()).isEqualTo(most);
  }
}
