package io.postrider.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Kills the real program while it counts usage, and compares the counts with the log. */
class UsageKillIT {

  private static final int KILLS = Integer.getInteger("postrider.kills", 3);
  private static final String ITEM = "{\"type\":\"track\",\"userId\":\"u\",\"event\":\"E\"}";
  private static final String BATCH = "{\"batch\":[" + (ITEM + ",").repeat(19) + ITEM + "]}";

  private static final int CLIENTS = 4;

  @Test
  void everyCall_isCountedOnceAcrossKills(@TempDir Path folder) throws Exception {
    Random random = ChildServer.seededRandom(UsageKillIT.class);
    String writeKey;
    try (ChildServer child = ChildServer.start(folder, Map.of())) {
      writeKey = child.writeKey();
      kill(child, writeKey, 50);
    }
    for (int kill = 1; kill < KILLS; kill++) {
      try (ChildServer child = ChildServer.start(folder, Map.of())) {
        kill(child, writeKey, 20 + random.nextInt(200));
      }
    }
    long counted;
    try (ChildServer child = ChildServer.start(folder, Map.of())) {
      await()
          .atMost(Duration.ofSeconds(60))
          .until(
              () -> child.get("/metrics").body().contains("follower_lag{follower=\"usage\"} 0.0"));
      counted = child.calls();
      assertThat(child.terminate()).isZero();
    }
    int stored = StoredMessage.readAll(folder).size();
    System.out.println("UsageKillIT: " + stored + " stored, " + counted + " counted");
    assertThat(counted).isEqualTo(stored).isGreaterThan(1_000);
  }

  private static void kill(ChildServer child, String writeKey, int requests) throws Exception {
    child.killUnderLoad(CLIENTS, requests, client -> child.acceptsBatch(BATCH, writeKey));
  }
}
