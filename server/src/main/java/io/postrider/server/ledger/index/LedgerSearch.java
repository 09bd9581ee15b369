package io.postrider.server.ledger.index;

import io.postrider.ledger.HiddenEntries;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Answers queries about the ledger. Answers have what is indexed; {@link LedgerIndex#coverage} says
 * how much that is. Thread-safe; reads from disk.
 *
 * <p>Every method throws {@link io.postrider.log.LogUnavailableException} if the disk fails.
 */
public final class LedgerSearch {

  /** The value of {@link Dimension#EVENT} that stands for names beyond the limit of a run. */
  public static final String OTHER_EVENTS = EntryKind.OTHER_EVENTS;

  /** The most blocks that one page reads; reading is most of the time of a page. */
  static final int MAX_PAGE_BLOCKS = 50;

  /** The most entries of a page. */
  public static final int MAX_PAGE_ENTRIES = 1_000;

  /** The most blocks that the entries of messages are read from, of all messages together. */
  static final int MAX_STORY_BLOCKS = 1_000;

  /** The most blocks that counting the entries of a user reads. */
  static final int MAX_COUNT_BLOCKS = 2_000;

  private final LedgerIndex index;
  private final HiddenEntries hidden;

  /**
   * @param hidden entries that no answer shows, such as those of deleted users. Numbers of entries
   *     include them, except where a user is asked for
   */
  public LedgerSearch(LedgerIndex index, HiddenEntries hidden) {
    this.index = index;
    this.hidden = hidden;
  }

  /** All entries of a message. */
  public MessageEntries story(int partition, long offset) {
    return stories(List.of(new MessagePosition(partition, offset))).getFirst();
  }

  /**
   * All entries of each message, in the order of the messages. Reads a block once, however many of
   * the messages have entries in it, and at most {@link #MAX_STORY_BLOCKS} in all: the first
   * messages come first.
   */
  public List<MessageEntries> stories(List<MessagePosition> messages) {
    return ask(
        runs -> {
          StoryReader reader = new StoryReader(runs, messages);
          reader.read(new BlockMatches(index.log(), AttemptQuery.ALL, hidden), MAX_STORY_BLOCKS);
          return reader.stories();
        });
  }

  /**
   * A page of entries.
   *
   * @param after the position to go on from, exclusive; null to begin at the end
   * @param limit the most entries, up to {@link #MAX_PAGE_ENTRIES}
   */
  public AttemptPage attempts(
      AttemptQuery query, PageDirection direction, @Nullable EntryPosition after, int limit) {
    if (limit < 1 || limit > MAX_PAGE_ENTRIES) {
      throw new IllegalArgumentException("a page of " + limit + " entries");
    }
    return ask(
        runs ->
            new PageReader(
                    blocks(runs, query, direction, after),
                    new BlockMatches(index.log(), query, hidden),
                    runs.threads(),
                    direction,
                    after,
                    MAX_PAGE_BLOCKS)
                .page(limit));
  }

  private MatchingBlocks blocks(
      HeldRuns runs, AttemptQuery query, PageDirection direction, @Nullable EntryPosition after) {
    return new MatchingBlocks(runs, index.partitions().size(), query, direction, after);
  }

  /**
   * Numbers of entries over time. The range is extended to whole minutes; it replaces that of the
   * query.
   *
   * @param step the length of an interval, a number of minutes
   * @param groupBy the dimensions to count by; none for one number per interval
   * @throws IllegalArgumentException if the range is empty or has too many steps
   */
  public AttemptCounts counts(
      AttemptQuery query, Instant from, Instant to, Duration step, List<Dimension> groupBy) {
    return ask(
        runs -> {
          CountSum sum = new CountSum(from, to, step, groupBy);
          boolean complete =
              query.isOfAll() ? count(runs, query, sum) : countOfUser(runs, query, sum);
          return new AttemptCounts(sum.rows(), complete && !sum.tooManyGroups());
        });
  }

  /** Counts by the index alone. */
  private boolean count(HeldRuns runs, AttemptQuery query, CountSum sum) {
    KindFilter filter = query.filter();
    AtomicBoolean complete = new AtomicBoolean(true);
    for (int partition = 0; partition < index.partitions().size(); partition++) {
      long first = runs.firstOffset(partition);
      for (Run run : runs.of(partition)) {
        BlockTable table = run.blocks();
        if (table.endOffset() <= first || !table.overlaps(sum.range())) {
          continue;
        }
        if (filter.asksForEvents()) {
          run.kinds(query.otherEvents(), (_, _) -> complete.set(false));
        }
        if (table.firstOffset() >= first
            && sum.isOneInterval(table.earliestMillis(), table.latestMillis())) {
          long at = table.earliestMillis();
          run.kinds(filter, (kind, count) -> sum.addAt(kind, at, count));
        } else {
          run.counts(
              filter,
              (kind, block, minute, count) -> {
                if (table.offset(block) >= first) {
                  sum.add(kind, minute, count);
                }
              });
        }
      }
    }
    return complete.get();
  }

  /** Counts the entries themselves: the index does not count by user. */
  private boolean countOfUser(HeldRuns runs, AttemptQuery query, CountSum sum) {
    AttemptQuery inRange = query.in(sum.range());
    MatchingBlocks blocks = blocks(runs, inRange, PageDirection.OLDER, null);
    BlockMatches matches = new BlockMatches(index.log(), inRange, hidden);
    Ahead<EntryPosition, BlockMatches.Found> reads =
        new Ahead<>(blocks::next, matches::of, runs.threads());
    boolean complete = true;
    for (int read = 0; read < MAX_COUNT_BLOCKS; read++) {
      BlockMatches.Found next = reads.next(MAX_COUNT_BLOCKS - read);
      if (next == null) {
        return complete;
      }
      complete &= next.readable();
      for (FoundEntry found : next.entries()) {
        sum.addAt(EntryKind.of(found.entry()), found.entry().atMillis(), 1);
      }
    }
    return complete && blocks.next() == null;
  }

  /**
   * The distinct values of a dimension among matching entries, in their order; the query's user is
   * ignored and its time taken roughly.
   *
   * @param limit the most values
   */
  public List<String> values(AttemptQuery query, Dimension dimension, int limit) {
    return ask(
        runs -> {
          SortedSet<String> values = new TreeSet<>();
          for (int partition = 0; partition < index.partitions().size(); partition++) {
            for (Run run : runs.of(partition).reversed()) {
              if (values.size() < limit && run.blocks().overlaps(query.time())) {
                run.kinds(query.filter(), (kind, _) -> values.add(dimension.value(kind)));
              }
            }
          }
          return values.stream().limit(limit).toList();
        });
  }

  /** Asks the runs; a damaged one is left out and rebuilt later. */
  private <T> T ask(Function<HeldRuns, T> question) {
    while (true) {
      try (HeldRuns runs = new HeldRuns(index)) {
        return question.apply(runs);
      } catch (DamagedRunException damage) {
        index.partitions().forEach(partition -> partition.index().reportDamage(damage));
      }
    }
  }
}
