package io.postrider.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kills the real program under load with failing receivers, again and again, and then looks at the
 * receivers: every acknowledged message must have come to every destination.
 */
class DeliveryKillIT {

  private static final int KILLS = Integer.getInteger("postrider.kills", 10);
  private static final int CLIENTS = 8;
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Map<String, String> TOKEN =
      Map.of("POSTRIDER_ADMIN_TOKEN", RunningServer.ADMIN_TOKEN);
  private static final String[] FLAGS = {
    "--delivery.allow-networks=127.0.0.0/8",
    "--delivery.timeout=500ms",
    "--delivery.retry-first-delay=50ms",
    "--delivery.retry-max-delay=500ms"
  };

  private final LoadClients clients = new LoadClients(CLIENTS);

  @Test
  void everythingAcknowledged_isDelivered_howeverOftenTheProcessIsKilled(@TempDir Path folder)
      throws Exception {
    long seed = Long.getLong("postrider.seed", System.nanoTime());
    System.out.println("DeliveryKillIT -Dpostrider.seed=" + seed + " -Dpostrider.kills=" + KILLS);
    Random random = new Random(seed);
    try (CountingReceiver healthy = CountingReceiver.open(seed, 0);
        CountingReceiver flapping = CountingReceiver.open(seed, 30);
        CountingReceiver dead = CountingReceiver.open(seed, 100);
        CountingReceiver other = CountingReceiver.open(seed, 50)) {
      List<List<CountingReceiver>> destinations =
          List.of(List.of(healthy), List.of(flapping), List.of(dead, other), List.of(dead));
      String writeKey = firstStart(folder, destinations);
      for (int kill = 0; kill < KILLS; kill++) {
        try (ChildServer child = ChildServer.start(folder, TOKEN, FLAGS)) {
          clients.loadUntilKilled(child, writeKey, 50 + random.nextInt(400));
        }
        dead.failing(random.nextInt(3) == 0 ? 0 : 100);
      }
      try (ChildServer child = ChildServer.start(folder, TOKEN, FLAGS)) {
        clients.sendUnanswered(child, writeKey);
        List.of(flapping, dead, other).forEach(receiver -> receiver.failing(0));
        for (List<CountingReceiver> destination : destinations) {
          await().atMost(PATIENCE).until(() -> missing(destination).isEmpty());
        }
        assertThat(child.terminate()).isZero();
      }
      assertThat(clients.acknowledged()).hasSizeGreaterThan(100);
      System.out.printf(
          "DeliveryKillIT: %d acknowledged; received by the healthy receiver %d, %d of them"
              + " again%n",
          clients.acknowledged().size(), healthy.taken(), healthy.taken() - healthy.ids().size());
    }
  }

  private Set<String> missing(List<CountingReceiver> destination) {
    Set<String> missing = new HashSet<>(clients.acknowledged());
    destination.forEach(receiver -> missing.removeAll(receiver.ids()));
    return missing;
  }

  private String firstStart(Path folder, List<List<CountingReceiver>> destinations)
      throws Exception {
    try (ChildServer child = ChildServer.start(folder, TOKEN, FLAGS)) {
      JsonNode sources = JSON.readTree(child.get("/api/sources"));
      String source = sources.path("data").path(0).path("id").asText();
      for (List<CountingReceiver> destination : destinations) {
        String hooks =
            destination.stream()
                .map(receiver -> "{\"url\":\"" + receiver.url() + "\"}")
                .collect(Collectors.joining(","));
        HttpResponse<String> created =
            child.admin(
                "POST",
                "/api/destinations",
                """
                {"name":"d","sources":["%s"],"settings":{"webhooks":[%s],"sharedSecret":"s"}}\
                """
                    .formatted(source, hooks));
        assertThat(created.statusCode()).as(created.body()).isEqualTo(201);
      }
      child.terminate();
      return child.writeKey();
    }
  }
}
