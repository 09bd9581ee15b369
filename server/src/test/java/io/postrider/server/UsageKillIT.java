package io.postrider.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Kills the real program while it counts, and then compares what it counted with its log. */
class UsageKillIT {

  private static final int KILLS = Integer.getInteger("postrider.kills", 5);
  private static final String ITEM = "{\"type\":\"track\",\"userId\":\"u\",\"event\":\"E\"}";
  private static final String BATCH = "{\"batch\":[" + (ITEM + ",").repeat(19) + ITEM + "]}";

  private final BatchClients clients = new BatchClients(() -> BATCH);

  @Test
  void everyCall_isCountedOnceHoweverOftenTheProcessIsKilled(@TempDir Path folder)
      throws Exception {
    long seed = Long.getLong("postrider.seed", System.nanoTime());
    System.out.println("UsageKillIT -Dpostrider.seed=" + seed);
    Random random = new Random(seed);
    String writeKey;
    try (ChildServer first = start(folder)) {
      writeKey = first.writeKey();
      clients.loadUntilKilled(first, writeKey, 50);
    }
    for (int kill = 1; kill < KILLS; kill++) {
      try (ChildServer child = start(folder)) {
        clients.loadUntilKilled(child, writeKey, 20 + random.nextInt(200));
      }
    }
    long counted;
    try (ChildServer child = start(folder)) {
      await()
          .atMost(Duration.ofSeconds(60))
          .until(() -> child.get("/metrics").contains("follower_lag{follower=\"usage\"} 0.0"));
      counted = calls(child.get("/api/usage"));
      assertThat(child.terminate()).isZero();
    }
    int kept = KeptMessage.readAll(folder).size();
    System.out.println("UsageKillIT: " + kept + " kept, " + counted + " counted");
    assertThat(counted).isEqualTo(kept).isGreaterThan(1_000);
  }

  private static ChildServer start(Path folder) {
    return ChildServer.start(folder, Map.of("POSTRIDER_ADMIN_TOKEN", RunningServer.ADMIN_TOKEN));
  }

  private static long calls(String json) throws IOException {
    JsonNode rows = new ObjectMapper().readTree(json).path("data");
    long sum = 0;
    for (JsonNode row : rows) {
      sum += row.path("calls").asLong();
    }
    return sum;
  }
}
