package io.postrider.server.commands;

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
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Has the users of a file forgotten: one request for every 5,000 of them, and a bar that tells how
 * far they have come. Belongs to one thread, which it blocks.
 */
public final class BulkDeletion {

  private static final int MOST_AT_ONCE = 5_000;

  private final RegulationClient client;
  private final PrintWriter out;
  private final boolean terminal;
  private final Duration pause;
  private @Nullable DeletionProgress shown;

  /**
   * @param terminal whether a person sees what is written as it is written
   * @param pause how long to wait between two looks
   */
  public BulkDeletion(RegulationClient client, PrintWriter out, boolean terminal, Duration pause) {
    this.client = client;
    this.out = out;
    this.terminal = terminal;
    this.pause = pause;
  }

  /**
   * The ids of a file: one in each line, each once; empty lines are passed over.
   *
   * @throws UnreadableFileException if it is not there, or not in UTF-8
   */
  public static List<String> ids(Path file) throws IOException {
    if (!Files.isRegularFile(file)) {
      throw new UnreadableFileException("There is no file " + file + ".");
    }
    LinkedHashSet<String> ids = new LinkedHashSet<>();
    for (String line : lines(file)) {
      String id = line.startsWith("\ufeff") ? line.substring(1) : line;
      if (!id.isBlank()) {
        ids.add(id);
      }
    }
    return List.copyOf(ids);
  }

  private static List<String> lines(Path file) throws IOException {
    List<String> lines = new ArrayList<>();
    // without a decoder of its own, what is wrong would be replaced
    try (BufferedReader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        lines.add(line);
      }
    } catch (CharacterCodingException wrong) {
      throw new UnreadableFileException(
          "%s is not in UTF-8, somewhere after line %d.".formatted(file, lines.size()));
    }
    return lines;
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
    DeletionProgress progress = look(requests);
    while (!progress.isOver()) {
      show(progress);
      boolean _ = new CountDownLatch(1).await(pause.toMillis(), TimeUnit.MILLISECONDS);
      progress = look(requests);
    }
    show(progress);
    if (terminal) {
      out.println();
      out.flush();
    }
    return progress.isGood();
  }

  /** On a terminal the line is written over; anywhere else a new one tells what has changed. */
  private void show(DeletionProgress progress) {
    if (terminal) {
      out.print("\r" + progress.line());
    } else if (!progress.equals(shown)) {
      out.println(progress.line());
    }
    out.flush();
    shown = progress;
  }

  private DeletionProgress look(List<String> requests) throws IOException, InterruptedException {
    DeletionProgress progress = DeletionProgress.none();
    for (String id : requests) {
      progress = progress.plus(client.read(id));
    }
    return progress;
  }
}
