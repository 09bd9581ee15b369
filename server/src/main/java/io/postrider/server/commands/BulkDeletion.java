package io.postrider.server.commands;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.postrider.server.config.FileErrorText;
import io.postrider.server.config.StartException;
import io.postrider.server.ops.TerminalText;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Deletes many users: one regulation per 5,000 users, and a progress bar for all of them. Belongs
 * to one thread, which it blocks.
 */
final class BulkDeletion {

  private static final String PATH = "/api/regulations";
  private static final int MAX_USERS = 5_000;

  private final AdminClient client;
  private final PrintWriter out;
  private final boolean terminal;
  private final Duration pollInterval;
  private @Nullable Progress shown;

  /**
   * @param terminal whether the output is a terminal, where a line can be overwritten
   */
  BulkDeletion(AdminClient client, PrintWriter out, boolean terminal, Duration pollInterval) {
    this.client = client;
    this.out = out;
    this.terminal = terminal;
    this.pollInterval = pollInterval;
  }

  /** Reads user IDs from a file in UTF-8, one per line; skips blank lines and duplicates. */
  static List<String> readIds(Path file) {
    Set<String> ids = new LinkedHashSet<>();
    int lines = 0;
    // Unlike most decoders of the JDK, this one reports malformed input instead of replacing it.
    try (BufferedReader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        lines++;
        String id = line.startsWith("\ufeff") ? line.substring(1) : line;
        if (!id.isBlank()) {
          ids.add(id);
        }
      }
    } catch (CharacterCodingException e) {
      throw new StartException("%s is not UTF-8, somewhere after line %d.".formatted(file, lines));
    } catch (IOException e) {
      throw new StartException("Cannot read %s: %s".formatted(file, FileErrorText.ofFile(file, e)));
    }
    return List.copyOf(ids);
  }

  /** Posts the regulations and waits until all end; returns whether every receiver confirmed. */
  boolean run(List<String> ids, String type, boolean hideNow) throws InterruptedException {
    List<String> regulations = new ArrayList<>();
    for (int from = 0; from < ids.size(); from += MAX_USERS) {
      List<String> users = ids.subList(from, Math.min(ids.size(), from + MAX_USERS));
      String id = post(type, users, hideNow);
      regulations.add(id);
      String unit = users.size() == 1 ? "user" : "users";
      out.printf(Locale.ROOT, "%s  %,d %s%n", TerminalText.of(id), users.size(), unit);
    }
    Progress progress = poll(regulations);
    while (!progress.isFinished()) {
      show(progress);
      boolean _ = new CountDownLatch(1).await(pollInterval.toMillis(), TimeUnit.MILLISECONDS);
      progress = poll(regulations);
    }
    show(progress);
    if (terminal) {
      out.println();
      out.flush();
    }
    return progress.isConfirmed();
  }

  /** The last known progress as JSON. */
  ObjectNode summary() {
    Progress progress = shown == null ? Progress.NONE : shown;
    return JsonNodeFactory.instance
        .objectNode()
        .put("confirmed", progress.isConfirmed())
        .put("regulations", progress.regulations())
        .put("finished", progress.finished())
        .put("ended", progress.ended())
        .put("waiting", progress.waiting())
        .put("failed", progress.failed());
  }

  private String post(String type, List<String> users, boolean hideNow) {
    ObjectNode regulation =
        JsonNodeFactory.instance
            .objectNode()
            .put("regulationType", type)
            .put("subjectType", "USER_ID");
    users.forEach(regulation.putArray("subjectIds")::add);
    if (hideNow) {
      regulation.put("hideNow", true);
    }
    return client.post(PATH, regulation).path("id").asText();
  }

  private Progress poll(List<String> regulations) {
    Progress progress = Progress.NONE;
    for (String id : regulations) {
      progress = progress.plus(client.get(PATH + "/" + id));
    }
    return progress;
  }

  /** Overwrites the line on a terminal; elsewhere prints a line when something changed. */
  private void show(Progress progress) {
    if (terminal) {
      out.print("\r" + progress.line());
    } else if (!progress.equals(shown)) {
      out.println(progress.line());
    }
    out.flush();
    shown = progress;
  }

  /**
   * The progress of regulations, as the admin API shows them.
   *
   * @param incomplete how many finished regulations were not confirmed by every receiver
   * @param waiting how many deletes are not delivered yet
   * @param ended how many deletes were delivered or failed
   */
  private record Progress(
      int regulations, int finished, int incomplete, long waiting, long ended, long failed) {

    static final Progress NONE = new Progress(0, 0, 0, 0, 0, 0);

    /** Adds one regulation. */
    Progress plus(JsonNode regulation) {
      long moreWaiting = 0;
      long delivered = 0;
      long moreFailed = 0;
      for (JsonNode source : regulation.path("overview")) {
        for (JsonNode to : source.path("destinations")) {
          moreWaiting += to.path("waiting").asLong();
          delivered += to.path("delivered").asLong();
          moreFailed +=
              to.path("failed").asLong()
                  + to.path("cancelled").asLong()
                  + to.path("expired").asLong();
        }
      }
      String status = regulation.path("status").asText();
      boolean ended = !status.equals("INITIALIZED") && !status.equals("RUNNING");
      return new Progress(
          regulations + 1,
          finished + (ended ? 1 : 0),
          incomplete + (ended && !status.equals("FINISHED") ? 1 : 0),
          waiting + moreWaiting,
          this.ended + delivered + moreFailed,
          failed + moreFailed);
    }

    boolean isFinished() {
      return finished == regulations;
    }

    /** Whether every receiver confirmed. */
    boolean isConfirmed() {
      return isFinished() && incomplete == 0;
    }

    String line() {
      long total = waiting + ended;
      double share = isFinished() ? 1 : total == 0 ? 0 : (double) ended / total;
      return String.format(
          Locale.ROOT,
          "%s %d of %d regulations finished, %,d deletes ended, %,d waiting, %,d failed",
          ProgressBar.bar(share),
          finished,
          regulations,
          ended,
          waiting,
          failed);
    }
  }
}
