package io.postrider.server;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kills the real program under load several times. The log must contain every acknowledged message
 * exactly once, although clients resend messages that got no response.
 */
class KillIT {

  private static final int KILLS = Integer.getInteger("postrider.kills", 4);
  private static final int CLIENTS = 16;

  private final LoadClients clients = new LoadClients(CLIENTS);

  @Test
  void acknowledgedMessages_areInTheLogExactlyOnce(@TempDir Path folder) throws Exception {
    Random random = ChildServer.seededRandom(KillIT.class);
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

    Map<String, Long> stored =
        StoredMessage.readAll(folder).stream()
            .collect(groupingBy(message -> message.text("messageId"), counting()));
    System.out.println(
        "KillIT: " + clients.acknowledged().size() + " acknowledged, " + stored.size() + " stored");
    assertThat(clients.acknowledged()).hasSizeGreaterThan(100);
    assertThat(stored.keySet()).containsAll(clients.acknowledged());
    assertThat(stored.values()).containsOnly(1L);
  }

  private static String firstStart(Path folder) {
    try (ChildServer child = ChildServer.start(folder, Map.of())) {
      child.terminate();
      return child.writeKey();
    }
  }
}
