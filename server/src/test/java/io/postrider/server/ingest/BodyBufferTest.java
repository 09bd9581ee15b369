package io.postrider.server.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.message.MessageLimits;
import io.postrider.server.http.BodyBudget;
import io.postrider.server.ingest.BodyBuffer.Added;
import io.vertx.core.buffer.Buffer;
import java.util.Arrays;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class BodyBufferTest {

  private final BodyArrayPool arrays = new BodyArrayPool(Long.MAX_VALUE);
  private final BodyBudget budget = new BodyBudget(4 << 20);

  @Test
  void body_isCompleteWhateverItsChunks() {
    Random random = new Random(1);
    for (int round = 0; round < 200; round++) {
      byte[] body = new byte[random.nextInt(200_000)];
      random.nextBytes(body);
      BodyBuffer buffer = body(round % 2 == 0 ? null : Integer.toString(body.length));
      for (int from = 0; from < body.length; ) {
        int to = Math.min(body.length, from + 1 + random.nextInt(20_000));
        assertThat(buffer.add(Buffer.buffer(Arrays.copyOfRange(body, from, to))))
            .isEqualTo(Added.READ);
        from = to;
      }
      assertThat(buffer.length()).isEqualTo(body.length);
      assertThat(Arrays.copyOf(buffer.bytes(), buffer.length())).isEqualTo(body);
      assertThat(buffer.tooLarge()).isFalse();
      buffer.release();
      assertThat(buffer.bytes()).isEmpty();
      assertThat(budget.takenBytes()).isZero();
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
    BodyBuffer buffer = body(Integer.toString(MessageLimits.BODY_BYTES));
    for (int i = 1; i <= 1_000; i++) {
      buffer.add(Buffer.buffer("x"));
      assertThat(buffer.bytes().length).isLessThanOrEqualTo(BodyBuffer.GROWTH * i);
    }
  }

  @Test
  void oversizedBody_isDiscarded() {
    BodyBuffer buffer = body(null);
    Buffer piece = Buffer.buffer(new byte[64 * 1024]);
    int pieces = 0;
    while (buffer.add(piece) == Added.READ) {
      pieces++;
    }
    assertThat(buffer.tooLarge()).isTrue();
    assertThat(buffer.bytes()).isEmpty();
    assertThat(pieces).isEqualTo(128);
    assertThat(budget.takenBytes()).isZero();
  }

  @Test
  void body_takesItsMemoryFromTheBudget_andGivesItBackOnce() {
    BodyBuffer buffer = body("20000");
    buffer.add(Buffer.buffer(new byte[10_000]));
    assertThat(budget.takenBytes()).isEqualTo(buffer.bytes().length).isEqualTo(20_000);
    buffer.add(Buffer.buffer(new byte[10_000]));
    assertThat(budget.takenBytes()).isEqualTo(20_000);
    buffer.release();
    buffer.release();
    assertThat(budget.takenBytes()).isZero();
  }

  @Test
  void bodyWithoutMemory_isReleased() {
    BodyBuffer buffer = new BodyBuffer(null, arrays, new BodyBudget(100_000), true);
    assertThat(buffer.add(Buffer.buffer(new byte[10_000]))).isEqualTo(Added.READ);
    assertThat(buffer.add(Buffer.buffer(new byte[100_000]))).isEqualTo(Added.NO_MEMORY);
    assertThat(buffer.bytes()).isEmpty();
    BodyBuffer unknown = new BodyBuffer(null, arrays, new BodyBudget(100_000), false);
    assertThat(unknown.add(Buffer.buffer(new byte[10_000]))).isEqualTo(Added.NO_MEMORY);
  }

  @Test
  void pooledArrayThatTheBudgetRefuses_staysPooled() {
    arrays.release(new byte[50_000]);
    BodyBuffer buffer = new BodyBuffer(null, arrays, new BodyBudget(49_999), true);
    assertThat(buffer.add(Buffer.buffer(new byte[10_000]))).isEqualTo(Added.NO_MEMORY);
    assertThat(arrays.size()).isEqualTo(1);
  }

  @Test
  void pool_obeysItsLimitInBytes() {
    BodyArrayPool small = new BodyArrayPool(30_000);
    small.release(new byte[30_001]);
    assertThat(small.size()).isZero();
    small.release(new byte[15_000]);
    small.release(new byte[15_000]);
    assertThat(small.size()).isEqualTo(2);
    small.release(new byte[8_192]);
    assertThat(small.size()).isEqualTo(2);
  }

  private BodyBuffer body(@Nullable String contentLength) {
    return new BodyBuffer(contentLength, arrays, budget, true);
  }
}
