package io.postrider.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A cluster goes through faults under load, while a deletion and an audience are under way. Every
 * acknowledged message is delivered, and repeats are counted.
 *
 * <p>Each fault strikes once; with {@code -Dpostrider.seconds}, faults strike for so long, in the
 * order of {@code -Dpostrider.seed}.
 */
class KafkaClusterIT {

  @TempDir Path folder;

  @Test
  void acknowledgedMessages_areDeliveredThroughFaults() {
    Random random = ChildServer.seededRandom(KafkaClusterIT.class);
    Duration time = Duration.ofSeconds(Long.getLong("postrider.seconds", 0));
    long start = System.nanoTime();
    List<String> report = new ArrayList<>();
    // at about 180 messages a second, PostgreSQL is away for a minute of a long run
    try (FaultyCluster cluster = new FaultyCluster(folder, time.isZero() ? 500 : 10_000)) {
      List<ClusterFault> all = List.of(ClusterFault.values());
      List<ClusterFault> faults = new ArrayList<>(all);
      while (!faults.isEmpty()) {
        ClusterFault fault = faults.removeFirst();
        long repeats = cluster.repeats();
        long from = System.nanoTime();
        cluster.deleteSomeone();
        fault.strike(cluster, random);
        cluster.awaitRecovery();
        report.add(
            "%s: %.1f s, %d repeats"
                .formatted(fault, (System.nanoTime() - from) / 1e9, cluster.repeats() - repeats));
        if (faults.isEmpty() && System.nanoTime() - start < time.toNanos()) {
          faults.add(all.get(random.nextInt(all.size())));
        }
      }
      cluster.awaitEverything();
      assertThat(cluster.load.missing(cluster.well)).isEmpty();
      cluster.assertSameStory("m1");
      report.add(
          "%d messages, %d requests"
              .formatted(cluster.load.acknowledged().size(), cluster.well.requests()));
    } finally {
      System.out.printf(
          "KafkaClusterIT: %s; %.1f s%n",
          String.join("; ", report), (System.nanoTime() - start) / 1e9);
    }
  }
}
