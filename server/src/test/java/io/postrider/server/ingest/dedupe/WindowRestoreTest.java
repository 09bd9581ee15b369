package io.postrider.server.ingest.dedupe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.postrider.log.LogUnavailableException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The window while only a part of it is restored. */
@Timeout(60)
final class WindowRestoreTest {

  private static final long MEMORY = 4 << 20;

  /** The first bits select the stripe. */
  private static final long STRIPE = 1L << 56;

  private final Instant now = Instant.parse("2026-01-01T00:00:00Z");
  private final Deduplication dedupe = new Deduplication(Duration.ofMinutes(1), MEMORY, () -> now);

  @AfterEach
  void close() {
    dedupe.close();
  }

  @Test
  void message_isMissingUntilItsStripeIsBuilt_andItsStripeIsBuiltFirst() {
    WindowRestore restore = dedupe.restoring(300);
    for (int i = 0; i < 256; i++) {
      restore.add(now.toEpochMilli(), hash(i * STRIPE + 5, i));
    }
    CompletableFuture<Void> restored = dedupe.missing(list(100 * STRIPE + 5, 3 * STRIPE + 9));
    assertThat(restored).isNotDone();

    restore.buildNext();
    restore.buildNext();
    assertThat(restored).isCompleted();
    assertThat(claim(100 * STRIPE + 5, 100)).isSameAs(Deduplication.DURABLE);
    assertThat(claim(100 * STRIPE + 5, 7)).isNull();
    assertThat(claim(3 * STRIPE + 9, 0)).isNull();
    assertThat(dedupe.missing(list(3 * STRIPE, 100 * STRIPE))).isNull();
    assertThat(dedupe.missing(list(3 * STRIPE, 4 * STRIPE))).isNotDone();
    assertThatThrownBy(() -> claim(4 * STRIPE + 5, 4)).isInstanceOf(IllegalStateException.class);

    while (restore.buildNext()) {}
    assertThat(dedupe.missing(list(3 * STRIPE, 4 * STRIPE))).isNull();
    assertThat(claim(4 * STRIPE + 5, 4)).isSameAs(Deduplication.DURABLE);
    assertThat(dedupe.entries()).isEqualTo(256 + 2);
  }

  @Test
  void hashThatStartsWithZero_waitsForItsStripe() {
    WindowRestore restore = dedupe.restoring(1);
    restore.add(now.toEpochMilli(), hash(0, 0));
    assertThat(dedupe.missing(list(0))).isNotDone();

    restore.buildNext();
    assertThat(dedupe.missing(list(0))).isNull();
    assertThat(claim(0, 0)).isSameAs(Deduplication.DURABLE);
  }

  @Test
  void repeatedHash_isRestoredAndCountedOnce() {
    WindowRestore restore = dedupe.restoring(2);
    restore.add(now.toEpochMilli(), hash(STRIPE, 1));
    restore.add(now.toEpochMilli() - 1_000, hash(STRIPE, 1));
    while (restore.buildNext()) {}

    assertThat(dedupe.entries()).isEqualTo(1);
  }

  @Test
  void memory_staysBoundedAtEveryStep() {
    WindowRestore restore = dedupe.restoring(1_000_000);
    Random random = new Random(1);
    long added = 0;
    while (restore.add(now.toEpochMilli(), hash(random.nextLong(), random.nextLong()))) {
      added++;
    }
    assertThat(added).isBetween(MEMORY / 32 / 2, MEMORY / 32);
    long listBytes = dedupe.sizeBytes();
    assertThat(listBytes).isLessThan(MEMORY);
    boolean more = true;
    while (more) {
      more = restore.buildNext();
      assertThat(dedupe.sizeBytes()).isLessThanOrEqualTo(MEMORY);
    }

    assertThat(dedupe.entries()).isEqualTo(added);
    assertThat(dedupe.sizeBytes()).isEqualTo(MEMORY);
  }

  @Test
  void thread_readsBeforeTheNodeServes_andBuildsAfterwards() {
    dedupe.restore(1, (into, stopped) -> into.add(now.toEpochMilli(), hash(STRIPE, 1)));
    dedupe.awaitRead();
    CompletableFuture<Void> restored = dedupe.missing(list(STRIPE));
    assertThat(restored).isNotDone();

    dedupe.beginBuilding();
    assertThat(restored).succeedsWithin(30, TimeUnit.SECONDS);
    assertThat(claim(STRIPE, 1)).isSameAs(Deduplication.DURABLE);
    assertThat(dedupe.hasFailed()).isFalse();
  }

  @Test
  void failureOfReading_failsTheStart() {
    dedupe.restore(
        1,
        (into, stopped) -> {
          throw new LogUnavailableException("a fault that this test makes");
        });

    assertThatThrownBy(dedupe::awaitRead).isInstanceOf(LogUnavailableException.class);
  }

  @Test
  void failureOfBuilding_failsWhatWaits() {
    dedupe.restore(1, (into, stopped) -> into.add(now.toEpochMilli(), hash(STRIPE, 1)));
    dedupe.awaitRead();
    CompletableFuture<Void> restored = dedupe.missing(list(STRIPE));
    dedupe.closeTables(); // so that building fails
    dedupe.beginBuilding();

    assertThat(restored).failsWithin(30, TimeUnit.SECONDS);
    assertThat(dedupe.missing(list(STRIPE))).isCompletedExceptionally();
    assertThat(dedupe.hasFailed()).isTrue();
  }

  @Test
  void close_endsReading() throws Exception {
    CountDownLatch reading = new CountDownLatch(1);
    dedupe.restore(
        1,
        (into, stopped) -> {
          into.add(now.toEpochMilli(), hash(STRIPE, 1));
          reading.countDown();
          while (!stopped.getAsBoolean()) {
            Thread.onSpinWait();
          }
        });
    reading.await();
    dedupe.close();

    assertThat(dedupe.missing(list(STRIPE))).isCompletedExceptionally();
  }

  private @Nullable Claim claim(long high, long low) {
    return dedupe.claim(high, low, new Claim(1), now.toEpochMilli());
  }

  private static ByteBuffer hash(long high, long low) {
    return ByteBuffer.allocate(16).putLong(high).putLong(low).flip();
  }

  private static HashList list(long... highs) {
    HashList list = new HashList();
    for (long high : highs) {
      list.add(high, 0);
    }
    return list;
  }
}
