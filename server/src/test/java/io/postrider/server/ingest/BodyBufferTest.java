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
  void body_isWholeHoweverItComes() {
    Random random = new Random(1);
    for (int round = 0; round < 200; round++) {
      byte[] body = new byte[random.nextInt(200_000)];
      random.nextBytes(body);
      BodyBuffer arrival =
          new BodyBuffer(round % 2 == 0 ? null : Integer.toString(body.length), arrays);
      for (int from = 0; from < body.length; ) {
        int to = Math.min(body.length, from + 1 + random.nextInt(20_000));
        assertThat(arrival.add(Buffer.buffer(Arrays.copyOfRange(body, from, to)))).isTrue();
        from = to;
      }
      assertThat(arrival.length()).isEqualTo(body.length);
      assertThat(Arrays.copyOf(arrival.bytes(), arrival.length())).isEqualTo(body);
      assertThat(arrival.tooLarge()).isFalse();
      arrival.release();
      assertThat(arrival.bytes()).isEmpty();
    }
    assertThat(arrays.kept()).isBetween(1, BodyArrayPool.MOST_KEPT);
  }

  @Test
  void arraysOfLargeBodies_areUsedAgain_andFewAreKept() {
    byte[] array = new byte[BodyArrayPool.SMALLEST_KEPT];
    arrays.giveBack(array);
    assertThat(arrays.take(array.length + 1)).isNull();
    assertThat(arrays.take(BodyArrayPool.SMALLEST_KEPT - 1)).isNull();
    assertThat(arrays.take(array.length)).isSameAs(array);
    assertThat(arrays.take(array.length)).isNull();

    arrays.giveBack(new byte[BodyArrayPool.SMALLEST_KEPT - 1]);
    assertThat(arrays.kept()).isZero();
    for (int i = 0; i < 2 * BodyArrayPool.MOST_KEPT; i++) {
      arrays.giveBack(new byte[BodyArrayPool.SMALLEST_KEPT + i]);
    }
    assertThat(arrays.kept()).isEqualTo(BodyArrayPool.MOST_KEPT);
  }

  @Test
  void room_isMadeForWhatHasCome_notForWhatIsAnnounced() {
    BodyBuffer arrival = new BodyBuffer(Integer.toString(MessageLimits.BODY_BYTES), arrays);
    for (int i = 1; i <= 1_000; i++) {
      arrival.add(Buffer.buffer("x"));
      assertThat(arrival.bytes().length).isLessThanOrEqualTo(BodyBuffer.GROWTH * i);
    }
  }

  @Test
  void whatIsTooLarge_isLetGo() {
    BodyBuffer arrival = new BodyBuffer(null, arrays);
    Buffer piece = Buffer.buffer(new byte[64 * 1024]);
    int pieces = 0;
    while (arrival.add(piece)) {
      pieces++;
    }
    assertThat(arrival.tooLarge()).isTrue();
    assertThat(arrival.bytes()).isEmpty();
    assertThat(pieces).isEqualTo(128);
  }
}
