package io.postrider.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kills the real program several times under load with failing receivers. Every acknowledged
 * message must reach every destination; after every kill the ledger must tell of each delivery that
 * the cursors settle, and of nothing that did not happen.
 */
class DeliveryKillIT {

  private static final int KILLS = Integer.getInteger("postrider.kills", 4);
  private static final int CLIENTS = 8;
  private static final Duration TIMEOUT = Duration.ofMinutes(2);
  private static final String[] FLAGS = {
    "--delivery.allow-networks=127.0.0.0/8",
    "--delivery.timeout=500ms",
    "--delivery.retry-first-delay=50ms",
    "--delivery.retry-max-delay=500ms"
  };

  private final LoadClients clients = new LoadClients(CLIENTS);

  @Test
  void acknowledgedMessages_areDeliveredAcrossKills(@TempDir Path folder) throws Exception {
    Random random = ChildServer.seededRandom(DeliveryKillIT.class);
    try (CountingReceiver healthy = CountingReceiver.open(random.nextLong(), 0);
        CountingReceiver flapping = CountingReceiver.open(random.nextLong(), 30);
        CountingReceiver dead = CountingReceiver.open(random.nextLong(), 100);
        CountingReceiver other = CountingReceiver.open(random.nextLong(), 50);
        CountingReceiver refusing = CountingReceiver.refusing(random.nextLong(), 30)) {
      List<CountingReceiver> receivers = List.of(healthy, flapping, dead, other, refusing);
      List<List<CountingReceiver>> destinations =
          List.of(List.of(healthy), List.of(flapping), List.of(dead, other), List.of(dead));
      String writeKey = firstStart(folder, destinations, refusing);
      for (int kill = 0; kill < KILLS; kill++) {
        try (ChildServer child = start(folder)) {
          clients.loadUntilKilled(child, writeKey, 50 + random.nextInt(400));
        }
        System.out.println("DeliveryKillIT: " + LedgerAudit.check(folder, receivers));
        dead.fail(random.nextInt(3) == 0 ? 0 : 100);
      }
      try (ChildServer child = start(folder)) {
        clients.sendUnanswered(child, writeKey);
        List.of(flapping, dead, other).forEach(receiver -> receiver.fail(0));
        for (List<CountingReceiver> destination : destinations) {
          await().atMost(TIMEOUT).until(() -> missing(destination).isEmpty());
        }
        assertThat(child.terminate()).isZero();
      }
      LedgerAudit.Counts counts = LedgerAudit.check(folder, receivers);
      assertThat(clients.acknowledged()).hasSizeGreaterThan(100);
      assertThat(counts.settled())
          .isGreaterThanOrEqualTo(clients.acknowledged().size() * destinations.size());
      System.out.printf(
          "DeliveryKillIT: %d acknowledged; the healthy receiver got %d, %d of them repeated; %s%n",
          clients.acknowledged().size(),
          healthy.requests(),
          healthy.requests() - healthy.ids().size(),
          counts);
    }
  }

  private Set<String> missing(List<CountingReceiver> destination) {
    Set<String> missing = new HashSet<>(clients.acknowledged());
    destination.forEach(receiver -> missing.removeAll(receiver.ids()));
    return missing;
  }

  private static ChildServer start(Path folder) {
    return ChildServer.start(folder, Map.of(), FLAGS);
  }

  private static String firstStart(
      Path folder, List<List<CountingReceiver>> destinations, CountingReceiver refusing) {
    try (ChildServer child = start(folder)) {
      for (List<CountingReceiver> destination : destinations) {
        child.createDestination(
            destination.stream().map(CountingReceiver::url).toArray(String[]::new));
      }
      child.createDestination(refusing.url());
      child.terminate();
      return child.writeKey();
    }
  }
}
