package io.postrider.log.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.log.Pace;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

final class KafkaPartitionTest {

  private static final long NOW = 1_700_000_000_000L;

  private final KafkaPartition partition =
      new KafkaPartition(new TopicPartition("events", 0), 1_000);

  @Test
  void time_neverGoesBack() {
    assertThat(partition.stamp(NOW)).isEqualTo(NOW);
    assertThat(partition.stamp(NOW - 1)).isEqualTo(NOW);
    partition.saw(NOW + 10);
    assertThat(partition.stamp(NOW)).isEqualTo(NOW + 10);
  }

  @Test
  void wrongClock_isFollowedForAnHourAtMost() {
    partition.saw(NOW + KafkaPartition.MAX_AHEAD_MILLIS);
    assertThat(partition.stamp(NOW)).isEqualTo(NOW + KafkaPartition.MAX_AHEAD_MILLIS);
    partition.saw(NOW + KafkaPartition.MAX_AHEAD_MILLIS + 1);
    assertThat(partition.stamp(NOW)).isEqualTo(NOW);
  }

  @Test
  void end_onlyGrowsAndWakes() {
    CompletableFuture<Void> waiting = partition.whenBeyond(4, Pace.LIVE);
    CompletableFuture<Void> bulk = partition.whenBeyond(4, Pace.BULK);
    partition.endsAt(4);
    assertThat(waiting).isNotDone();
    partition.endsAt(5);
    assertThat(waiting).isCompleted();
    assertThat(bulk).isCompleted();
    partition.endsAt(3);
    assertThat(partition.knownEnd()).isEqualTo(5);
  }

  @Test
  void start_movesTheEndOfAnEmptyPartition() {
    partition.startsAt(7);
    assertThat(partition.knownFirst()).isEqualTo(7);
    assertThat(partition.knownEnd()).isEqualTo(7);
  }

  @Test
  void partition_isWantedOnceAReaderIsAtItsEnd() {
    assertThat(partition.isWanted()).isFalse();
    assertThat(partition.want()).isTrue();
    assertThat(partition.want()).isFalse();
    assertThat(partition.isWanted()).isTrue();
  }

  @Test
  void end_isAskedForOnlyIfSomebodyWaitsWhomNobodyWakes() {
    var _ = partition.whenBeyond(4, Pace.LIVE);
    assertThat(partition.needsEnd()).isFalse();
    CompletableFuture<Void> bulk = partition.whenBeyond(4, Pace.BULK);
    assertThat(partition.needsEnd()).isTrue();
    partition.tail().start(0);
    assertThat(partition.needsEnd()).isFalse();
    partition.tail().stop();
    assertThat(partition.needsEnd()).isTrue();
    bulk.cancel(false);
    assertThat(partition.needsEnd()).isFalse();
  }
}
