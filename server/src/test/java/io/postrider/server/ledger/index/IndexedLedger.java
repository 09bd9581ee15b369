package io.postrider.server.ledger.index;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.delivery.Failure;
import io.postrider.delivery.FailureReason;
import io.postrider.delivery.FinalStatus;
import io.postrider.ledger.BlockWriter;
import io.postrider.ledger.HiddenEntries;
import io.postrider.ledger.LedgerEntry;
import io.postrider.ledger.LedgerSubject;
import io.postrider.ledger.LedgerTarget;
import io.postrider.log.LogRecord;
import io.postrider.log.RecordBatch;
import io.postrider.log.RecordLog;
import io.postrider.log.embedded.Disk;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** A ledger of random entries, its index, and the same entries in a list to compare with. */
final class IndexedLedger {

  static final Instant START = Instant.parse("2026-01-01T10:00:30Z");
  static final IndexLimits SMALL = new IndexLimits(60, 5, 12, 3, 3);

  private final Random random;
  private final RecordLog log;
  private final Disk disk;
  private final IndexLimits limits;
  private final List<FoundEntry> all = new ArrayList<>();
  private long nowMillis = START.toEpochMilli();
  private HiddenEntries hidden = HiddenEntries.NONE;
  LedgerIndex index;

  IndexedLedger(long seed, RecordLog log, Disk disk, IndexLimits limits) {
    this.random = new Random(seed);
    this.log = log;
    this.disk = disk;
    this.limits = limits;
    this.index = LedgerIndex.open(log, disk, limits);
  }

  LedgerSearch search() {
    return new LedgerSearch(index, hidden);
  }

  void hide(HiddenEntries entries) {
    hidden = entries;
  }

  Random random() {
    return random;
  }

  /** Appends blocks of up to 40 random entries. */
  void append(int blocks) {
    for (int i = 0; i < blocks; i++) {
      List<LedgerEntry> entries = new ArrayList<>();
      for (int count = 1 + random.nextInt(40); count > 0; count--) {
        entries.add(randomEntry());
      }
      append(entries);
    }
  }

  void append(List<LedgerEntry> entries) {
    append(random.nextInt(log.partitions()), entries);
  }

  void append(int partition, List<LedgerEntry> entries) {
    BlockWriter writer = new BlockWriter();
    entries.forEach(writer::add);
    long offset = log.append(partition, RecordBatch.of(writer.take())).join();
    LogRecord record = log.record(partition, offset).orElseThrow();
    for (int i = 0; i < entries.size(); i++) {
      EntryPosition position =
          new EntryPosition(record.appendedAt().toEpochMilli(), partition, offset, i);
      all.add(new FoundEntry(position, entries.get(i)));
    }
  }

  private LedgerEntry randomEntry() {
    nowMillis += random.nextInt(3_000);
    boolean sent = random.nextInt(10) > 0;
    boolean failed = random.nextInt(3) == 0;
    Failure failure =
        failed
            ? new Failure(
                random.nextBoolean() ? FailureReason.TIMEOUT : FailureReason.HTTP_STATUS,
                503,
                false,
                !sent)
            : null;
    FinalStatus end =
        failed
            ? sent && random.nextBoolean() ? null : FinalStatus.FAILED
            : sent ? FinalStatus.DELIVERED : FinalStatus.FILTERED;
    int status = failed ? random.nextBoolean() ? 503 : 0 : 200;
    return new LedgerEntry(
        new LedgerTarget(1 + random.nextInt(3), "https://r" + random.nextInt(2) + ".example"),
        new LedgerSubject(random.nextInt(2), 2, "event " + random.nextInt(4)),
        random.nextInt(200),
        random.nextInt(5) == 0 ? 0 : userHash(random.nextInt(30)),
        nowMillis - random.nextInt(5_000),
        false,
        1,
        sent ? new LedgerEntry.SentAttempt(status, 1000, 100, null) : null,
        failure,
        end,
        null);
  }

  /** Of some users the first half of the hash is the same, of some it is 0. */
  static long userHash(int user) {
    return ((long) (user / 3) << 32) + user + 1;
  }

  /** An entry of a delivery at its first attempt. */
  static LedgerEntry delivered(long offset, long atMillis, String event) {
    return new LedgerEntry(
        new LedgerTarget(1, "https://r.example"),
        new LedgerSubject(1, 2, event),
        offset,
        userHash(1),
        atMillis,
        false,
        1,
        new LedgerEntry.SentAttempt(200, 1000, 100, null),
        null,
        FinalStatus.DELIVERED,
        null);
  }

  /** Indexes everything. */
  void indexAll() {
    while (index.step()) {
      // until nothing is left
    }
    LedgerCoverage coverage = index.coverage();
    assertThat(coverage.isComplete()).as("%s", coverage).isTrue();
  }

  void reopen() {
    index.close();
    index = LedgerIndex.open(log, disk, limits);
  }

  /** The entries that retention has not deleted and nobody hides, in the order of positions. */
  List<FoundEntry> entries() {
    return all.stream()
        .filter(found -> !hidden.hides(found.position().partition(), found.entry()))
        .filter(found -> isRetained(found.position()))
        .sorted((a, b) -> a.position().compareTo(b.position()))
        .toList();
  }

  private boolean isRetained(EntryPosition position) {
    return position.offset() >= log.firstOffset(position.partition());
  }

  /** The entries that match, by looking at each of them. */
  List<FoundEntry> matching(RandomQuery query) {
    return entries().stream().filter(query::matches).toList();
  }

  /** All pages in a direction. */
  List<FoundEntry> pages(AttemptQuery query, PageDirection direction, int limit) {
    List<FoundEntry> found = new ArrayList<>();
    @Nullable EntryPosition after = null;
    do {
      AttemptPage page = search().attempts(query, direction, after, limit);
      found.addAll(page.entries());
      assertThat(page.entries()).hasSizeLessThanOrEqualTo(limit);
      after = page.next() == null ? null : EntryPosition.parse(page.next().text()).orElseThrow();
    } while (after != null);
    return found;
  }

  /** Compares answers to random queries with those of the list. */
  void compare(int queries) {
    for (int i = 0; i < queries; i++) {
      RandomQuery query = RandomQuery.of(random, nowMillis);
      List<FoundEntry> expected = matching(query);
      int limit = 1 + random.nextInt(30);
      assertSame(pages(query.query(), PageDirection.NEWER, limit), expected, query);
      assertSame(pages(query.query(), PageDirection.OLDER, limit), expected.reversed(), query);
      compareStory(random.nextInt(log.partitions()), random.nextInt(210));
      query.compareCounts(search(), entries());
    }
  }

  /** Compares pages with the entries of the blocks that are indexed now. */
  void compareIndexed() {
    List<FoundEntry> expected =
        entries().stream().filter(found -> isIndexed(found.position())).toList();
    assertThat(
            pages(AttemptQuery.ALL, PageDirection.NEWER, 100).stream()
                .map(IndexedLedger::describe)
                .toList())
        .isEqualTo(expected.stream().map(IndexedLedger::describe).toList());
  }

  private boolean isIndexed(EntryPosition position) {
    try (HeldRuns runs = new HeldRuns(index)) {
      return runs.of(position.partition()).stream()
          .map(Run::blocks)
          .anyMatch(
              run -> run.firstOffset() <= position.offset() && position.offset() < run.endOffset());
    }
  }

  private void compareStory(int partition, long offset) {
    List<LedgerEntry> expected =
        entries().stream()
            .filter(found -> found.position().partition() == partition)
            .map(FoundEntry::entry)
            .filter(entry -> entry.offset() == offset)
            .sorted((a, b) -> Long.compare(a.atMillis(), b.atMillis()))
            .toList();
    MessageEntries story = search().story(partition, offset);
    assertThat(story.complete()).isTrue();
    assertThat(story.entries().stream().map(IndexedLedger::describe).toList())
        .isEqualTo(expected.stream().map(IndexedLedger::describe).toList());
  }

  private static void assertSame(
      List<FoundEntry> found, List<FoundEntry> expected, RandomQuery query) {
    assertThat(found.stream().map(IndexedLedger::describe).toList())
        .as("%s", query)
        .isEqualTo(expected.stream().map(IndexedLedger::describe).toList());
  }

  static String describe(FoundEntry found) {
    return found.position() + " " + describe(found.entry());
  }

  /** All of an entry but its attempt, which compares by identity. */
  static String describe(LedgerEntry entry) {
    return "%s %s %d %d %d %s %s"
        .formatted(
            entry.target(),
            entry.subject(),
            entry.offset(),
            entry.userHash(),
            entry.atMillis(),
            entry.failure(),
            entry.end());
  }
}
