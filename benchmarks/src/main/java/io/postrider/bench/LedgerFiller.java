package io.postrider.bench;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.postrider.delivery.Failure;
import io.postrider.delivery.FailureReason;
import io.postrider.delivery.FinalStatus;
import io.postrider.id.DestinationId;
import io.postrider.ledger.HiddenEntries;
import io.postrider.ledger.LedgerEntry;
import io.postrider.ledger.LedgerSubject;
import io.postrider.ledger.LedgerTarget;
import io.postrider.log.embedded.EmbeddedLog;
import io.postrider.log.embedded.EmbeddedLogOptions;
import io.postrider.log.embedded.FolderDisk;
import io.postrider.server.ledger.LedgerLog;
import io.postrider.server.ledger.LedgerRecorder;
import io.postrider.server.ledger.index.AttemptPage;
import io.postrider.server.ledger.index.AttemptQuery;
import io.postrider.server.ledger.index.Dimension;
import io.postrider.server.ledger.index.IndexLimits;
import io.postrider.server.ledger.index.LedgerIndex;
import io.postrider.server.ledger.index.LedgerSearch;
import io.postrider.server.ledger.index.MessageEntries;
import io.postrider.server.ledger.index.PageDirection;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;

/**
 * A ledger of its own that is filled through its writer, with the entries of messages to four
 * destinations: one delivery in 51 fails once and is retried. Queries ask for what exists.
 */
final class LedgerFiller implements AutoCloseable {
  private static final int DESTINATIONS = 4;
  private static final int EVENTS = 50;
  private static final int USERS = 1_000_000;
  private static final int FAILED_EVERY = 51;
  private static final int RETRIED_AFTER = 5_000;

  /** So many entries are written at once, as by a flush at 80,000 deliveries a second. */
  private static final int ENTRIES_PER_FLUSH = 20_000;

  private static final long MEMORY_BYTES = 64 << 20;
  private static final int PAGE = 50;
  private static final long MILLIS_PER_ENTRY = 6;
  private static final Failure FAILURE = new Failure(FailureReason.HTTP_STATUS, 503, false, false);

  /** A delivery that is sent again when there are so many entries. */
  private record Retry(long atEntry, long delivery) {}

  private final EmbeddedLog log;
  private final LedgerIndex index;
  private final LedgerSearch search;
  private final LedgerLog ledger;
  private final LedgerRecorder recorder;
  private final SimpleMeterRegistry metrics = new SimpleMeterRegistry();
  private final List<LedgerTarget> targets = new ArrayList<>();
  private final List<LedgerSubject> subjects = new ArrayList<>();
  private final ArrayDeque<Retry> retries = new ArrayDeque<>();
  private final long firstMillis = Instant.now().minus(Duration.ofDays(7)).toEpochMilli();
  private long entries;
  private long deliveries;

  private LedgerFiller(EmbeddedLog log, LedgerIndex index) {
    this.log = log;
    this.index = index;
    this.search = new LedgerSearch(index, HiddenEntries.NONE);
    this.ledger = new LedgerLog(log, metrics, MEMORY_BYTES);
    this.recorder = ledger.recorder(1);
    for (int i = 0; i < DESTINATIONS; i++) {
      targets.add(new LedgerTarget(i + 1, "https://receiver" + i + ".example.com/hooks"));
    }
    for (int i = 0; i < EVENTS; i++) {
      subjects.add(new LedgerSubject(1, 3, "Event " + i));
    }
  }

  static LedgerFiller open(Path folder) throws IOException {
    EmbeddedLog log =
        EmbeddedLog.open(
            disk(folder.resolve("ledger")), EmbeddedLogOptions.DEFAULT.withSizes(LedgerLog.SIZES));
    LedgerIndex index =
        LedgerIndex.open(
            log,
            disk(folder.resolve("ledger-index")),
            IndexLimits.ofHeap(Runtime.getRuntime().maxMemory()));
    index.start();
    return new LedgerFiller(log, index);
  }

  private static FolderDisk disk(Path folder) throws IOException {
    return FolderDisk.open(Files.createDirectories(folder));
  }

  /** Writes entries until there are so many; returns the seconds until the index has them all. */
  double fillTo(int count) {
    while (entries < count) {
      for (int i = 0; i < ENTRIES_PER_FLUSH && entries < count; i++) {
        recorder.add(0, next());
        entries++;
      }
      if (!ledger.writer().append(List.of(recorder.take())).isEmpty()) {
        throw new IllegalStateException("the ledger refused entries");
      }
    }
    long from = System.nanoTime();
    while (index.coverage().indexedEntries() < count) {
      LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
    }
    return (System.nanoTime() - from) / 1e9;
  }

  private LedgerEntry next() {
    Retry retry = retries.peek();
    if (retry != null && retry.atEntry <= entries) {
      retries.remove();
      return entry(retry.delivery, false, 2);
    }
    long delivery = deliveries++;
    boolean fails = delivery % FAILED_EVERY == 0;
    if (fails) {
      retries.add(new Retry(entries + RETRIED_AFTER, delivery));
    }
    return entry(delivery, fails, 1);
  }

  private LedgerEntry entry(long delivery, boolean fails, int round) {
    long offset = delivery / DESTINATIONS;
    return new LedgerEntry(
        targets.get((int) (delivery % DESTINATIONS)),
        subjects.get((int) Long.remainderUnsigned(mixed(offset), EVENTS)),
        offset,
        userHash(offset),
        firstMillis + entries * MILLIS_PER_ENTRY,
        false,
        round,
        new LedgerEntry.SentAttempt(fails ? 503 : 200, 2_000 + offset % 3_000, 500, null),
        fails ? FAILURE : null,
        fails ? null : FinalStatus.DELIVERED,
        null);
  }

  private static long userHash(long offset) {
    return mixed(Long.remainderUnsigned(mixed(offset + 1), USERS) + 1);
  }

  /** Spreads numbers over all bits. */
  private static long mixed(long number) {
    long spread = (number + 1) * 0x9E3779B97F4A7C15L;
    return spread ^ (spread >>> 29);
  }

  double bytesPerEntry() {
    return metrics.get("postrider.ledger.bytes").counter().count() / entries;
  }

  /** Asks for all entries of one message. */
  void story(Random choice) {
    long offset = choice.nextLong(deliveries / DESTINATIONS);
    MessageEntries story = search.story(0, offset);
    if (story.entries().size() < DESTINATIONS || !story.complete()) {
      throw new IllegalStateException("message " + offset + " has " + story);
    }
  }

  /** Asks for the failures of a destination and event, or the attempts of a user, in turns. */
  void page(Random choice) {
    AttemptQuery query =
        AttemptQuery.ALL.with(
            Dimension.DESTINATION, new DestinationId(1 + choice.nextInt(DESTINATIONS)).toString());
    query =
        choice.nextBoolean()
            ? query
                .with(Dimension.STATUS, "503")
                .with(Dimension.EVENT, "Event " + choice.nextInt(EVENTS))
            : query.ofUser(userHash(choice.nextLong(deliveries / DESTINATIONS)));
    AttemptPage page = search.attempts(query, PageDirection.OLDER, null, PAGE);
    if (page.entries().isEmpty()) {
      throw new IllegalStateException("a page is empty");
    }
  }

  @Override
  public void close() {
    index.close();
    log.close();
  }
}
