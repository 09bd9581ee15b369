package io.postrider.server.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PartitionDuplicatesTest {

  private static final long WINDOW = 600;

  @Test
  void hash_isRememberedForTheWindow_andForgottenLater() {
    RecentHashes hashes = new RecentHashes(WINDOW, 1_000);
    assertThat(hashes.add(7, 8, 1_000)).isTrue();
    assertThat(hashes.add(7, 8, 1_000)).isFalse();
    for (long millis = 1_000; millis <= 1_000 + WINDOW; millis += 50) {
      assertThat(hashes.add(millis, 1, millis)).isTrue();
      assertThat(hashes.add(7, 8, millis)).isFalse();
    }
    for (long millis = 1_000 + WINDOW; millis <= 1_000 + 3 * WINDOW; millis += 50) {
      hashes.add(millis, 2, millis);
    }
    assertThat(hashes.add(7, 8, 1_000 + 3 * WINDOW)).isTrue();
  }

  @Test
  void fullMemory_shortensTheWindow() {
    RecentHashes hashes = new RecentHashes(WINDOW, 400);
    for (int i = 1; i <= 500; i++) {
      assertThat(hashes.add(i, i, 1_000)).isTrue();
    }
    assertThat(hashes.add(500, 500, 1_000)).isFalse();
    assertThat(hashes.add(201, 201, 1_000)).isFalse();
    assertThat(hashes.add(1, 1, 1_000)).isTrue();
  }

  @Test
  void hashThatStartsWithZero_isRemembered() {
    RecentHashes hashes = new RecentHashes(WINDOW, 1_000);
    assertThat(hashes.add(0, 5, 1)).isTrue();
    assertThat(hashes.add(0, 5, 1)).isFalse();
    assertThat(hashes.add(0, 6, 1)).isTrue();
  }
}
