package io.postrider.server.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.message.MessageLimits;
import io.vertx.core.buffer.Buffer;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class BodyBufferTest {

  private final BodyArrayPool arrays = new BodyArrayPool();

  @Test
  void body_isCompleteWhateverItsChunks() {
    Random random = new Random(1);
    for (int round = 0; round < 200; round++) {
      byte[] body = new byte[random.nextInt(200_000)];
      random.nextBytes(body);
      BodyBuffer buffer =
          new BodyBuffer(round % 2 == 0 ? null : Integer.toString(body.length), arrays);
      for (int from = 0; from < body.length; ) {
        int to = Math.min(body.length, from + 1 + random.nextInt(20_000));
        assertThat(buffer.add(Buffer.buffer(Arrays.copyOfRange(body, from, to)))).isTrue();
        from = to;
      }
      assertThat(buffer.length()).isEqualTo(body.length);
      assertThat(Arrays.copyOf(buffer.bytes(), buffer.length())).isEqualTo(body);
      assertThat(buffer.tooLarge()).isFalse();
      buffer.release();
      assertThat(buffer.bytes()).isEmpty();
    }
    assertThat(arrays.size()).isBetween(1, BodyArrayPool.MAX_ARRAYS);
  }

  @Test
  void arraysOfLargeBodies_arePooled() {
    byte[] array = new byte[BodyArrayPool.MIN_POOLED_BYTES];
    arrays.release(array);
    assertThat(arrays.take(array.length + 1)).isNull();
    assertThat(arrays.take(BodyArrayPool.MIN_POOLED_BYTES - 1)).isNull();
    assertThat(arrays.take(array.length)).isSameAs(array);
    assertThat(arrays.take(array.length)).isNull();

    arrays.release(new byte[BodyArrayPool.MIN_POOLED_BYTES - 1]);
    assertThat(arrays.size()).isZero();
    for (int i = 0; i < 2 * BodyArrayPool.MAX_ARRAYS; i++) {
      arrays.release(new byte[BodyArrayPool.MIN_POOLED_BYTES + i]);
    }
    assertThat(arrays.size()).isEqualTo(BodyArrayPool.MAX_ARRAYS);
  }

  @Test
  void allocation_followsReceivedBytes_notContentLength() {
    BodyBuffer buffer = new BodyBuffer(Integer.toString(MessageLimits.BODY_BYTES), arrays);
    for (int i = 1; i <= 1_000; i++) {
      buffer.add(Buffer.buffer("x"));
      assertThat(buffer.bytes().length).isLessThanOrEqualTo(BodyBuffer.GROWTH * i);
    }
  }

  @Test
  void oversizedBody_isDiscarded() {
    BodyBuffer buffer = new BodyBuffer(null, arrays);
    Buffer piece = Buffer.buffer(new byte[64 * 1024]);
    int pieces = 0;
    while (buffer.add(piece)) {
      pieces++;
    }
    assertThat(buffer.tooLarge()).isTrue();
    assertThat(buffer.bytes()).isEmpty();
    assertThat(pieces).isEqualTo(128);
  }
}
