package io.postrider.privacy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class HashSet128Test {

  private record Hash(long high, long low) {}

  /** Few values, so that slots collide and hashes differ in one half only. */
  private static Hash hash(Random random, int variety) {
    return new Hash(2L * random.nextInt(variety), random.nextInt(variety));
  }

  @Test
  void set_containsOnlyAddedHashes() {
    Random random = new Random(20260301);
    HashSet128 set = new HashSet128();
    Set<Hash> expected = new HashSet<>();
    for (int i = 0; i < 20_000; i++) {
      Hash hash = hash(random, 300);
      expected.add(hash);
      set.add(hash.high(), hash.low());
    }
    assertThat(set.size()).isEqualTo(expected.size());
    for (int high = 0; high < 300; high++) {
      for (int low = 0; low < 300; low++) {
        assertThat(set.contains(2L * high, low))
            .isEqualTo(expected.contains(new Hash(2L * high, low)));
      }
    }
  }

  @Test
  void zeroHash_isStored() {
    HashSet128 set = new HashSet128();
    assertThat(set.contains(0, 0)).isFalse();
    set.add(0, 0);
    assertThat(set.contains(0, 0)).isTrue();
    assertThat(set.contains(0, 16)).isFalse();
    assertThat(set.size()).isEqualTo(1);
  }

  @Test
  void million_takes32MiB() {
    HashSet128 set = new HashSet128();
    Random random = new Random(1);
    for (int i = 0; i < 1 << 20; i++) {
      set.add(random.nextLong(), random.nextLong());
    }
    assertThat(set.size()).isEqualTo(1 << 20);
    assertThat(set.sizeBytes()).isEqualTo(32L << 20);
    set.add(random.nextLong(), random.nextLong());
    assertThat(set.sizeBytes()).isEqualTo(64L << 20);
  }

  /** Adds even numbers while other threads look up even and odd ones. */
  @Test
  void concurrentReads_areExact() throws Exception {
    HashSet128 set = new HashSet128();
    AtomicInteger added = new AtomicInteger();
    AtomicBoolean wrong = new AtomicBoolean();
    int most = 200_000;
    Thread[] readers = new Thread[2];
    for (int i = 0; i < readers.length; i++) {
      Random random = new Random(i);
      readers[i] =
          Thread.ofPlatform()
              .start(
                  () -> {
                    int known = added.get();
                    while (known < most && !wrong.get()) {
                      int n = random.nextInt(known + 1);
                      if (n < known && !set.contains(0, 2L * n)) {
                        wrong.set(true);
                      }
                      if (set.contains(0, 2L * n + 1) || set.contains(2, 2L * n)) {
                        wrong.set(true);
                      }
                      known = added.get();
                    }
                  });
    }
    for (int n = 0; n < most; n++) {
      set.add(0, 2L * n);
      added.incrementAndGet();
    }
    for (Thread reader : readers) {
      reader.join();
    }
    assertThat(wrong).isFalse();
  }
}
