package io.postrider.server.forget;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Has the users of a file forgotten: one request for every 5,000 of them, and a bar that tells how
 * far they have come. Belongs to one thread, which it blocks.
 */
public final class Forgetting {

  private static final int MOST_AT_ONCE = 5_000;

  private final RegulationClient client;
  private final PrintWriter out;
  private final Duration pause;

  /**
   * @param pause how long to wait between two looks
   */
  public Forgetting(RegulationClient client, PrintWriter out, Duration pause) {
    this.client = client;
    this.out = out;
    this.pause = pause;
  }

  /** The ids of a file: one in each line, each once; empty lines are passed over. */
  public static List<String> ids(Path file) throws IOException {
    LinkedHashSet<String> ids = new LinkedHashSet<>();
    for (String line : Files.readAllLines(file, StandardCharsets.UTF_8)) {
      String id = line.startsWith("\ufeff") ? line.substring(1) : line;
      if (!id.isBlank()) {
        ids.add(id);
      }
    }
    return List.copyOf(ids);
  }

  /** Makes the requests and waits for their end; answers whether every receiver has confirmed. */
  public boolean run(List<String> ids, String type, boolean hideNow)
      throws IOException, InterruptedException {
    List<String> requests = new ArrayList<>();
    for (int from = 0; from < ids.size(); from += MOST_AT_ONCE) {
      List<String> some = ids.subList(from, Math.min(ids.size(), from + MOST_AT_ONCE));
      String id = client.make(type, some, hideNow);
      requests.add(id);
      out.printf("%s  %,d users%n", id, some.size());
    }
    Progress progress = look(requests);
    while (!progress.isOver()) {
      out.print("\r" + progress.line());
      out.flush();
      boolean _ = new CountDownLatch(1).await(pause.toMillis(), TimeUnit.MILLISECONDS);
      progress = look(requests);
    }
    out.println("\r" + progress.line());
    out.flush();
    return progress.isGood();
  }

  private Progress look(List<String> requests) throws IOException, InterruptedException {
    Progress progress = Progress.none();
    for (String id : requests) {
      progress = progress.plus(client.read(id));
    }
    return progress;
  }
}
