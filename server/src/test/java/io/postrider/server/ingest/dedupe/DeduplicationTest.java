package io.postrider.server.ingest.dedupe;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DeduplicationTest {

  private static final Duration WINDOW = Duration.ofSeconds(60);
  private static final long MEMORY = 4 << 20;
  private static final long AMPLE = 256 << 20;

  private Instant now = Instant.parse("2026-01-01T00:00:00Z");
  private Deduplication dedupe = new Deduplication(WINDOW, MEMORY, () -> now);

  private Claim claim(long high, long low) {
    Claim claim = new Claim(1);
    Claim holder = dedupe.claim(high, low, claim, now.toEpochMilli());
    return holder == null ? claim : holder;
  }

  private void remember(long high, long low) {
    dedupe.settle(claim(high, low), null);
  }

  private boolean known(long high, long low) {
    Claim claim = new Claim(1);
    Claim holder = dedupe.claim(high, low, claim, now.toEpochMilli());
    if (holder == null) {
      dedupe.settle(claim, new IllegalStateException("only looking"));
    }
    return holder == Deduplication.DURABLE;
  }

  private boolean restore(long high, long low, long appendedMillis) {
    WindowRestore restore = dedupe.restoring(1);
    boolean room = restore.add(appendedMillis, digests(high, low));
    buildAll(restore);
    return room;
  }

  private static void buildAll(WindowRestore restore) {
    while (restore.buildNext()) {}
  }

  private static ByteBuffer digests(long... parts) {
    ByteBuffer digests = ByteBuffer.allocate(parts.length * Long.BYTES);
    for (long part : parts) {
      digests.putLong(part);
    }
    return digests.flip();
  }

  @Test
  void message_isPendingUntilItsClaimIsSettled() {
    Claim first = claim(1, 2);

    assertThat(claim(1, 2)).isSameAs(first);
    assertThat(first.outcome()).isNotDone();
    dedupe.settle(first, null);
    assertThat(first.outcome()).isCompleted();
    assertThat(claim(1, 2)).isSameAs(Deduplication.DURABLE);
  }

  @Test
  void failedAppend_makesTheMessageNewAgain() {
    Claim first = claim(1, 2);
    dedupe.settle(first, new IllegalStateException("disk"));

    assertThat(first.outcome()).isCompletedExceptionally();
    assertThat(claim(1, 2)).isNotSameAs(first).isNotSameAs(Deduplication.DURABLE);
  }

  @Test
  void sameMessageTwiceInOneRequest_isClaimedOnce() {
    Claim request = new Claim(2);

    assertThat(dedupe.claim(7, 7, request, 0)).isNull();
    assertThat(dedupe.claim(7, 7, request, 0)).isSameAs(request);
    assertThat(request.count()).isEqualTo(1);
  }

  @Test
  void claimOfManyMessages_isSettledAsAWhole() {
    dedupe = new Deduplication(WINDOW, AMPLE, () -> now);
    for (boolean durable : new boolean[] {false, true}) {
      Claim request = new Claim(2_500);
      for (int i = 0; i < 2_500; i++) {
        assertThat(dedupe.claim(1L + i, i % 3, request, now.toEpochMilli())).isNull();
      }
      assertThat(claim(1, 0)).isSameAs(request);
      assertThat(claim(2_500, 2_499 % 3)).isSameAs(request);
      dedupe.settle(request, durable ? null : new IllegalStateException("disk"));
    }

    assertThat(dedupe.entries()).isEqualTo(2_500);
    assertThat(known(1, 0)).isTrue();
    assertThat(known(2_500, 2_499 % 3)).isTrue();
  }

  @Test
  void message_isKnownForTheWholeWindow_andForgottenAThirdLater() {
    remember(5, 5);
    now = now.plus(WINDOW);
    assertThat(known(5, 5)).isTrue();

    now = now.plus(WINDOW.dividedBy(3)).plusMillis(1);
    assertThat(known(5, 5)).isFalse();
  }

  @Test
  void message_isForgottenWithoutTraffic() {
    remember(5, 5);
    now = now.plus(WINDOW).plusMillis(1);

    assertThat(known(5, 5)).isFalse();
  }

  @Test
  void fullMemory_shortensTheWindowAndItsCoverage() {
    Random random = new Random(1);
    List<long[]> added = new ArrayList<>();
    for (int i = 0; i < 400_000; i++) {
      now = now.plusMillis(i % 10 == 0 ? 1 : 0);
      long[] hash = {random.nextLong(), random.nextLong()};
      remember(hash[0], hash[1]);
      added.add(hash);
    }

    assertThat(dedupe.sizeBytes()).isLessThanOrEqualTo(MEMORY);
    assertThat(dedupe.entries()).isLessThanOrEqualTo(MEMORY / 32);
    assertThat(dedupe.coverage()).isLessThan(Duration.ofSeconds(10));
    long[] newest = added.getLast();
    assertThat(known(newest[0], newest[1])).isTrue();
    long[] oldest = added.getFirst();
    assertThat(known(oldest[0], oldest[1])).isFalse();
  }

  @Test
  void restoredMessages_areKnownForTheRestOfTheirWindow() {
    long restart = now.toEpochMilli();
    for (int second = 0; second < 60; second++) {
      assertThat(restore(second + 1, second, restart - 1_000L * second)).isTrue();
    }

    assertThat(known(60, 59)).isTrue();
    now = now.plusSeconds(59);
    assertThat(known(1, 0)).isTrue();
    assertThat(known(60, 59)).isFalse();
  }

  @Test
  void coverage_isTheWindow_whileMemorySuffices() {
    assertThat(dedupe.coverage()).isEqualTo(WINDOW);
    remember(1, 1);
    now = now.plus(WINDOW.multipliedBy(5));
    remember(2, 2);

    assertThat(dedupe.coverage()).isEqualTo(WINDOW);
  }

  @Test
  void restore_endsWhenMemoryIsFull() {
    long restored = 0;
    while (restored < 100_000 && restore(1, restored, now.toEpochMilli())) {
      restored++;
    }

    assertThat(restored).isEqualTo(4 * MEMORY / 256 / 4 / 32);
    assertThat(dedupe.coverage()).isZero();
  }

  /** Whether memory suffices or not, and whether its size was expected or not. */
  @ParameterizedTest
  @CsvSource({"4,0", "4,90000", "64,0", "64,50000", "64,1000000"})
  void restoredAtOnce_isAsRestoredOneByOne(int mebibytes, long expected) {
    Random random = new Random(7);
    long[] hashes = random.longs(120_000).toArray();
    hashes[20] = 0;
    System.arraycopy(hashes, 20, hashes, 60, 2); // a duplicate
    long restart = now.toEpochMilli();
    List<Deduplication> restored = new ArrayList<>();
    for (int atOnce : new int[] {1, 70, 4_096, 1 << 18}) {
      Deduplication one = new Deduplication(WINDOW, (long) mebibytes << 20, () -> now);
      WindowRestore restore = one.restoring(atOnce == 1 ? 0 : expected);
      for (int i = 0; i < hashes.length; i += 20) {
        restore.add(restart - i / 3, digests(Arrays.copyOfRange(hashes, i, i + 20)));
        if ((i / 20 + 1) % atOnce == 0) {
          buildAll(restore);
          restore = one.restoring(expected);
        }
      }
      buildAll(restore);
      restored.add(one);
    }

    dedupe = restored.getFirst();
    List<Boolean> known = knownOf(hashes);
    assertThat(known.get(10)).as("starts with zero").isTrue();
    for (Deduplication one : restored) {
      assertThat(one.entries()).isEqualTo(restored.getFirst().entries());
      assertThat(one.coverage()).isEqualTo(restored.getFirst().coverage());
      assertThat(one.sizeBytes()).isLessThanOrEqualTo((long) mebibytes << 20);
      dedupe = one;
      assertThat(knownOf(hashes)).isEqualTo(known);
    }
  }

  private List<Boolean> knownOf(long[] hashes) {
    List<Boolean> known = new ArrayList<>();
    for (int i = 0; i < hashes.length; i += 2) {
      known.add(known(hashes[i], hashes[i + 1]));
    }
    return known;
  }

  @Test
  void restore_takesNoOlderMessages_whenMemoryIsFull() {
    WindowRestore restore = dedupe.restoring(10);
    long millis = now.toEpochMilli();
    long added = 0;
    while (added < 100_000 && restore.add(millis, digests(1, added))) {
      added++;
    }

    assertThat(added).isBetween(4 * MEMORY / 256 / 4 / 32, 4 * MEMORY / 256 / 4 / 32 + 20);
  }

  @Test
  void hashThatStartsWithZero_isStored() {
    assertThat(known(0, 0)).isFalse();
    remember(0, 0);
    assertThat(known(0, 0)).isTrue();
  }

  @Test
  void randomHistory_agreesWithAPlainModel() {
    dedupe = new Deduplication(WINDOW, AMPLE, () -> now);
    long seed = Long.getLong("postrider.seed", System.nanoTime());
    System.out.println("DeduplicationTest -Dpostrider.seed=" + seed);
    Random random = new Random(seed);
    Map<Long, Claim> pending = new HashMap<>();
    Map<Long, Boolean> durable = new HashMap<>();
    for (int step = 0; step < 20_000; step++) {
      // few distinct hashes that share slots, so that probing and removal are exercised
      long id = 1L + random.nextInt(300);
      long low = id % 7;
      Claim claim = new Claim(1);
      Claim holder = dedupe.claim(id, low, claim, now.toEpochMilli());
      if (pending.containsKey(id)) {
        assertThat(holder).isSameAs(pending.get(id));
      } else if (durable.containsKey(id)) {
        assertThat(holder).isSameAs(Deduplication.DURABLE);
      } else {
        assertThat(holder).isNull();
        pending.put(id, claim);
      }
      if (random.nextInt(3) == 0 && !pending.isEmpty()) {
        List<Long> ids = new ArrayList<>(pending.keySet());
        long ended = ids.get(random.nextInt(ids.size()));
        boolean success = random.nextInt(10) == 0;
        Claim settled = Objects.requireNonNull(pending.remove(ended));
        dedupe.settle(settled, success ? null : new IllegalStateException());
        if (success) {
          durable.put(ended, true);
        }
      }
    }
  }
}
