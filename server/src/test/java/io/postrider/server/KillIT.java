package io.postrider.server;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kills the real program under load, again and again, and looks for everything it acknowledged.
 *
 * <p>What was not answered is sent again after the restart, so the log must hold every acknowledged
 * message, and none twice.
 */
class KillIT {

  private static final int KILLS = Integer.getInteger("postrider.kills", 10);
  private static final int CLIENTS = 16;

  private final LoadClients clients = new LoadClients(CLIENTS);

  @Test
  void everythingAcknowledged_isInTheLogOnce_howeverOftenTheProcessIsKilled(@TempDir Path folder)
      throws Exception {
    long seed = Long.getLong("postrider.seed", System.nanoTime());
    System.out.println("KillIT -Dpostrider.seed=" + seed + " -Dpostrider.kills=" + KILLS);
    Random random = new Random(seed);
    String writeKey = firstStart(folder);
    for (int kill = 0; kill < KILLS; kill++) {
      try (ChildServer child = ChildServer.start(folder, Map.of())) {
        clients.loadUntilKilled(child, writeKey, 50 + random.nextInt(400));
      }
    }
    try (ChildServer child = ChildServer.start(folder, Map.of())) {
      clients.sendUnanswered(child, writeKey);
      assertThat(child.terminate()).isZero();
    }

    Map<String, Long> kept =
        KeptMessage.readAll(folder).stream()
            .collect(groupingBy(message -> message.text("messageId"), counting()));
    System.out.println(
        "KillIT: " + clients.acknowledged().size() + " acknowledged, " + kept.size() + " kept");
    assertThat(clients.acknowledged()).hasSizeGreaterThan(100);
    assertThat(kept.keySet()).containsAll(clients.acknowledged());
    Map<String, Long> twice = new HashMap<>(kept);
    twice.values().removeIf(count -> count == 1);
    assertThat(twice).isEmpty();
  }

  private static String firstStart(Path folder) {
    try (ChildServer child = ChildServer.start(folder, Map.of())) {
      child.terminate();
      return child.writeKey();
    }
  }
}
