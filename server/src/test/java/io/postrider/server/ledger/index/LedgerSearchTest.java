package io.postrider.server.ledger.index;

import static io.postrider.server.ledger.index.IndexedLedger.delivered;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.postrider.id.DestinationId;
import io.postrider.ledger.LedgerEntry;
import io.postrider.log.LogRecord;
import io.postrider.log.MemoryLog;
import io.postrider.log.RecordLog;
import io.postrider.server.WrappedLog;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Answers of the search at its bounds, and over several partitions. */
class LedgerSearchTest {

  private static final long START = IndexedLedger.START.toEpochMilli();

  private final MemoryDisk disk = new MemoryDisk();
  private long now = START;

  private MemoryLog log() {
    return new MemoryLog(1 << 20, 1 << 20, this::tick);
  }

  private Instant tick() {
    now += 500;
    return Instant.ofEpochMilli(now);
  }

  private IndexedLedger ledger(IndexLimits limits) {
    return new IndexedLedger(1, log(), disk, limits);
  }

  @Test
  void severalPartitions_areOnePageInTheOrderOfBlocks() {
    long seed = Long.getLong("seed", new Random().nextLong());
    System.out.println("seed " + seed);
    Random ticks = new Random(seed);
    ManyPartitions log = new ManyPartitions(3, () -> Instant.ofEpochMilli(now += ticks.nextInt(2)));
    IndexedLedger ledger = new IndexedLedger(seed, log, disk, IndexedLedger.SMALL);
    for (int i = 0; i < 10; i++) {
      ledger.append(15);
      log.partition(1).expireBefore(i);
      ledger.indexAll();
      ledger.compare(15);
      ledger.reopen();
    }
  }

  @Test
  void page_isStableWhileEntriesArrive() {
    IndexedLedger ledger = ledger(IndexedLedger.SMALL);
    ledger.append(20);
    ledger.indexAll();
    List<FoundEntry> before = ledger.pages(AttemptQuery.ALL, PageDirection.OLDER, 1000);
    AttemptPage first = ledger.search().attempts(AttemptQuery.ALL, PageDirection.OLDER, null, 7);
    ledger.append(20);
    ledger.indexAll();
    AttemptPage second =
        ledger.search().attempts(AttemptQuery.ALL, PageDirection.OLDER, first.next(), 7);
    assertThat(positions(second.entries())).isEqualTo(positions(before.subList(7, 14)));
    AttemptPage back =
        ledger
            .search()
            .attempts(
                AttemptQuery.ALL, PageDirection.NEWER, second.entries().getFirst().position(), 7)
            .reversed();
    assertThat(positions(back.entries())).isEqualTo(positions(first.entries()));
  }

  private static List<EntryPosition> positions(List<FoundEntry> entries) {
    return entries.stream().map(FoundEntry::position).toList();
  }

  @Test
  void page_readsABoundedNumberOfBlocks() {
    IndexedLedger ledger = ledger(IndexLimits.DEFAULT);
    int blocks = LedgerSearch.MAX_PAGE_BLOCKS;
    for (int i = 0; i <= blocks; i++) {
      ledger.append(List.of(delivered(i, START + i, "event")));
    }
    ledger.indexAll();
    // another user with the same first half of the hash: found only by reading
    AttemptQuery query = AttemptQuery.ALL.ofUser(IndexedLedger.userHash(2));
    for (PageDirection direction : PageDirection.values()) {
      AttemptPage page = ledger.search().attempts(query, direction, null, 10);
      assertThat(page.entries()).isEmpty();
      assertThat(page.next()).isNotNull();
      AttemptPage last = ledger.search().attempts(query, direction, page.next(), 10);
      assertThat(last.next()).isNull();
    }
    ledger.hide((partition, entry) -> entry.offset() == 0);
    assertThat(ledger.pages(AttemptQuery.ALL, PageDirection.OLDER, 1000)).hasSize(blocks);
  }

  @Test
  void pageSize_isBounded() {
    LedgerSearch search = ledger(IndexedLedger.SMALL).search();
    for (int limit : List.of(0, LedgerSearch.MAX_PAGE_ENTRIES + 1)) {
      assertThatThrownBy(() -> search.attempts(AttemptQuery.ALL, PageDirection.OLDER, null, limit))
          .isInstanceOf(IllegalArgumentException.class);
    }
    assertThat(
            search
                .attempts(
                    AttemptQuery.ALL, PageDirection.OLDER, null, LedgerSearch.MAX_PAGE_ENTRIES)
                .entries())
        .isEmpty();
  }

  @Test
  void story_readsABoundedNumberOfBlocksAndSaysSo() {
    IndexedLedger ledger = ledger(IndexLimits.DEFAULT);
    for (int i = 0; i < LedgerSearch.MAX_STORY_BLOCKS; i++) {
      ledger.append(List.of(delivered(7, START + i, "event")));
    }
    ledger.indexAll();
    assertThat(ledger.search().story(0, 7).complete()).isTrue();
    ledger.append(List.of(delivered(7, START, "event")));
    ledger.indexAll();
    MessageEntries story = ledger.search().story(0, 7);
    assertThat(story.complete()).isFalse();
    assertThat(story.entries()).hasSize(LedgerSearch.MAX_STORY_BLOCKS);
    assertThat(ledger.search().story(0, -1).entries()).isEmpty();
    assertThat(ledger.search().story(0, Long.MAX_VALUE).entries()).isEmpty();
  }

  /** A page of messages asks for all of them at once. */
  @Test
  void stories_readEachBlockOnce() {
    AtomicInteger reads = new AtomicInteger();
    WrappedLog log =
        new WrappedLog() {
          private final RecordLog memory = LedgerSearchTest.this.log();

          @Override
          public RecordLog log() {
            return memory;
          }

          @Override
          public Optional<LogRecord> record(int partition, long offset) {
            reads.incrementAndGet();
            return memory.record(partition, offset);
          }
        };
    IndexedLedger ledger = new IndexedLedger(1, log, disk, IndexLimits.DEFAULT);
    int messages = 100;
    int blocks = 3;
    List<MessagePosition> all =
        IntStream.range(0, messages).mapToObj(i -> new MessagePosition(0, i)).toList();
    for (int block = 0; block < blocks; block++) {
      long at = START + block;
      ledger.append(IntStream.range(0, messages).mapToObj(i -> delivered(i, at, "event")).toList());
    }
    ledger.indexAll();
    reads.set(0);
    List<MessageEntries> stories = ledger.search().stories(all);
    assertThat(reads).hasValue(blocks);
    assertThat(stories).hasSize(messages).allMatch(MessageEntries::complete);
    for (int i = 0; i < messages; i++) {
      assertThat(stories.get(i).entries()).hasSize(blocks);
      assertThat(stories.get(i).entries().getFirst().offset()).isEqualTo(i);
    }
    for (int block = blocks; block <= LedgerSearch.MAX_STORY_BLOCKS; block++) {
      ledger.append(List.of(delivered(messages, START, "event")));
    }
    ledger.indexAll();
    reads.set(0);
    List<MessageEntries> more =
        ledger.search().stories(List.of(all.getFirst(), new MessagePosition(0, messages)));
    assertThat(reads).hasValue(LedgerSearch.MAX_STORY_BLOCKS);
    assertThat(more).extracting(MessageEntries::complete).containsExactly(true, false);
  }

  @Test
  void hiddenEntries_areInNoAnswer() {
    IndexedLedger ledger = ledger(IndexedLedger.SMALL);
    ledger.append(30);
    ledger.indexAll();
    long user = IndexedLedger.userHash(4);
    ledger.hide((partition, entry) -> entry.userHash() == user);
    AttemptQuery query = AttemptQuery.ALL.ofUser(user);
    assertThat(ledger.pages(query, PageDirection.OLDER, 10)).isEmpty();
    assertThat(ledger.pages(AttemptQuery.ALL, PageDirection.OLDER, 10))
        .hasSameSizeAs(ledger.entries())
        .noneMatch(found -> found.entry().userHash() == user);
    assertThat(counts(ledger, query, Duration.ofDays(1), List.of()).rows()).isEmpty();
    for (int offset = 0; offset < 200; offset++) {
      assertThat(ledger.search().story(0, offset).entries())
          .noneMatch(entry -> entry.userHash() == user);
    }
  }

  @Test
  void hiddenEntries_areKnownByTheirPartition() {
    IndexedLedger ledger = ledger(IndexedLedger.SMALL);
    ledger.append(10);
    ledger.indexAll();
    ledger.hide((partition, entry) -> partition != 0);
    assertThat(ledger.pages(AttemptQuery.ALL, PageDirection.OLDER, 10)).isNotEmpty();
    ledger.hide((partition, entry) -> partition == 0);
    assertThat(ledger.pages(AttemptQuery.ALL, PageDirection.OLDER, 10)).isEmpty();
  }

  private static AttemptCounts counts(
      IndexedLedger ledger, AttemptQuery query, Duration step, List<Dimension> groupBy) {
    Instant from = IndexedLedger.START;
    return ledger.search().counts(query, from, from.plus(Duration.ofDays(14)), step, groupBy);
  }

  @Test
  void eventsBeyondTheLimitOfKinds_areFoundAndCountedAsOther() {
    IndexLimits limits = new IndexLimits(1_000, 100, 10, 64, 8);
    IndexedLedger ledger = ledger(limits);
    List<LedgerEntry> entries = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      entries.add(delivered(i, START + i, "event " + i));
    }
    ledger.append(entries);
    ledger.indexAll();
    for (int i = 0; i < 12; i++) {
      AttemptQuery query = AttemptQuery.ALL.with(Dimension.EVENT, "event " + i);
      assertThat(ledger.pages(query, PageDirection.OLDER, 10)).hasSize(1);
      AttemptCounts counts = counts(ledger, query, Duration.ofDays(1), List.of());
      assertThat(counts.complete()).isFalse();
      assertThat(counts.rows()).hasSize(i < 10 ? 1 : 0);
    }
    AttemptCounts all =
        counts(ledger, AttemptQuery.ALL, Duration.ofDays(1), List.of(Dimension.EVENT));
    assertThat(all.complete()).isTrue();
    assertThat(all.rows())
        .contains(
            new CountRow(all.rows().getFirst().from(), List.of(LedgerSearch.OTHER_EVENTS), 2));
  }

  @Test
  void counts_haveBoundedIntervalsAndGroups() {
    IndexedLedger ledger = ledger(IndexLimits.DEFAULT);
    List<LedgerEntry> entries = new ArrayList<>();
    for (int i = 0; i <= CountSum.MAX_GROUPS; i++) {
      entries.add(delivered(i, START, "event " + i));
    }
    ledger.append(entries);
    ledger.indexAll();
    AttemptCounts counts =
        counts(ledger, AttemptQuery.ALL, Duration.ofDays(1), List.of(Dimension.EVENT));
    assertThat(counts.complete()).isFalse();
    assertThat(counts.rows()).hasSize(CountSum.MAX_GROUPS + 1);
    assertThat(counts.rows().stream().mapToLong(CountRow::count).sum()).isEqualTo(entries.size());

    Instant from = Instant.EPOCH;
    Duration minute = Duration.ofMinutes(1);
    Instant most = from.plus(minute.multipliedBy(CountSum.MAX_INTERVALS));
    LedgerSearch search = ledger.search();
    assertThat(search.counts(AttemptQuery.ALL, from, most, minute, List.of()).rows()).isEmpty();
    assertThatThrownBy(
            () -> search.counts(AttemptQuery.ALL, from, most.plusMillis(1), minute, List.of()))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> search.counts(AttemptQuery.ALL, from, from, minute, List.of()))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(
            () -> search.counts(AttemptQuery.ALL, from, most, Duration.ofSeconds(90), List.of()))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void countsOfAUser_readABoundedNumberOfBlocks() {
    IndexedLedger ledger = ledger(IndexLimits.DEFAULT);
    for (int i = 0; i < LedgerSearch.MAX_COUNT_BLOCKS; i++) {
      ledger.append(List.of(delivered(i, START + i, "event")));
    }
    ledger.indexAll();
    AttemptQuery query = AttemptQuery.ALL.ofUser(IndexedLedger.userHash(1));
    assertThat(counts(ledger, query, Duration.ofDays(1), List.of()).complete()).isTrue();
    ledger.append(List.of(delivered(0, START, "event")));
    ledger.indexAll();
    assertThat(counts(ledger, query, Duration.ofDays(1), List.of()).complete()).isFalse();
  }

  @Test
  void values_areThoseOfMatchingEntries() {
    IndexedLedger ledger = ledger(IndexLimits.DEFAULT);
    ledger.append(
        List.of(delivered(1, START, "b"), delivered(2, START, "a"), delivered(3, START, "a")));
    ledger.indexAll();
    LedgerSearch search = ledger.search();
    assertThat(search.values(AttemptQuery.ALL, Dimension.EVENT, 10)).containsExactly("a", "b");
    assertThat(search.values(AttemptQuery.ALL, Dimension.EVENT, 1)).containsExactly("a");
    AttemptQuery another =
        AttemptQuery.ALL.with(Dimension.DESTINATION, new DestinationId(9).toString());
    assertThat(search.values(another, Dimension.EVENT, 10)).isEmpty();
  }

  @Test
  void position_isReadBackFromItsText() {
    EntryPosition position = new EntryPosition(1_767_261_630_000L, 2, -1, Integer.MAX_VALUE);
    assertThat(EntryPosition.parse(position.text())).contains(position);
    for (String text : List.of("", "1.2.3", "1.2.3.4.5", "1.2.3.2147483648", "a.b.c.d")) {
      assertThat(EntryPosition.parse(text)).as(text).isEmpty();
    }
  }

  @Test
  void coverage_saysSinceWhen() {
    IndexedLedger ledger = ledger(IndexLimits.DEFAULT);
    assertThat(ledger.index.coverage().since()).isNull();
    ledger.append(List.of(delivered(1, START + 5, "a")));
    LedgerCoverage before = ledger.index.coverage();
    assertThat(before.since()).isEqualTo(Instant.ofEpochMilli(START + 5));
    assertThat(before.lagBlocks()).isEqualTo(1);
    ledger.indexAll();
    assertThat(ledger.index.coverage().lagBlocks()).isZero();
    assertThat(ledger.index.coverage().indexedTo()).isNotNull();
  }
}
