package io.postrider.server.audience;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class ChunkTest {

  private final Chunk chunk = new Chunk();

  @Test
  void quickWork_isDoneInLargerPieces() {
    int before = chunk.size();
    chunk.took(Chunk.QUICK.minusMillis(1));
    assertThat(chunk.size()).isEqualTo(2 * before);
    for (int i = 0; i < 20; i++) {
      chunk.took(Duration.ZERO);
    }
    assertThat(chunk.size()).isEqualTo(Chunk.MOST);
  }

  @Test
  void slowWork_isDoneInSmallerPieces() {
    int before = chunk.size();
    chunk.took(Chunk.SLOW.plusMillis(1));
    assertThat(chunk.size()).isEqualTo(before / 2);
    for (int i = 0; i < 20; i++) {
      chunk.took(Duration.ofSeconds(1));
    }
    assertThat(chunk.size()).isEqualTo(Chunk.LEAST);
  }

  @Test
  void workInBetween_staysAsItIs() {
    int before = chunk.size();
    chunk.took(Chunk.QUICK);
    chunk.took(Chunk.SLOW);
    assertThat(chunk.size()).isEqualTo(before);
  }
}
