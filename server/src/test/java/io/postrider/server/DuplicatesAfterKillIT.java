package io.postrider.server;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kills a program with many messages in its deduplication window, and sends some of them again as
 * its first requests after the restart, while the window is restored. It is killed meanwhile, too.
 */
class DuplicatesAfterKillIT {

  private static final int KILLS = 3;
  private static final int CLIENTS = 8;
  private static final int BATCHES = 400;
  private static final int BATCH = 500;
  private static final int RESENT = 100;

  @Test
  void messageSentAgainWhileTheWindowIsRestored_isNotStoredAgain(@TempDir Path folder)
      throws Exception {
    Random random = ChildServer.seededRandom(DuplicatesAfterKillIT.class);
    String writeKey;
    try (ChildServer child = ChildServer.start(folder, Map.of())) {
      writeKey = child.writeKey();
      for (int i = 0; i < BATCHES; i++) {
        assertThat(child.acceptsBatch(batch(i), writeKey)).isTrue();
      }
      child.kill();
    }

    for (int kill = 0; kill <= KILLS; kill++) {
      List<Integer> resent = chosen(random);
      AtomicInteger next = new AtomicInteger();
      try (ChildServer child = ChildServer.start(folder, Map.of())) {
        child.killUnderLoad(
            CLIENTS,
            kill == KILLS ? RESENT : 1 + random.nextInt(RESENT),
            client -> {
              int i = next.getAndIncrement();
              return i < RESENT && child.acceptsBatch(batch(resent.get(i)), writeKey);
            });
      }
    }

    Map<String, Long> stored =
        StoredMessage.readAll(folder).stream()
            .collect(groupingBy(message -> message.text("messageId"), counting()));
    assertThat(stored).hasSize(BATCHES * BATCH);
    assertThat(stored.values()).containsOnly(1L);
  }

  private static List<Integer> chosen(Random random) {
    List<Integer> all = new ArrayList<>(IntStream.range(0, BATCHES).boxed().toList());
    Collections.shuffle(all, random);
    return all.subList(0, RESENT);
  }

  private static String batch(int number) {
    return IntStream.range(0, BATCH)
        .mapToObj(
            i ->
                "{'type':'track','event':'E','userId':'u','messageId':'%d-%d'}"
                    .formatted(number, i))
        .collect(Collectors.joining(",", "{'batch':[", "]}"))
        .replace('\'', '"');
  }
}
