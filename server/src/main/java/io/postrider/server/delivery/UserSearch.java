package io.postrider.server.delivery;

import io.postrider.id.SourceId;
import io.postrider.log.LogReader;
import io.postrider.log.LogRecord;
import io.postrider.log.OffsetExpiredException;
import io.postrider.log.RecordLog;
import io.postrider.message.Field;
import io.postrider.message.HashKey;
import io.postrider.message.RecordView;
import io.postrider.privacy.HiddenRecords;
import io.postrider.server.delivery.MessageSearch.Found;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds the messages of a user, newest first, by the hashes in the headers of records. May be
 * called from any thread; it reads the disk, and no more than a stretch of the log at a time.
 *
 * <p>A message is a user's if it has the id as {@code userId}, or as {@code anonymousId} and no
 * {@code userId}.
 */
public final class UserSearch {

  /** How many records one search looks at. */
  public static final int MOST_RECORDS = 200_000;

  private static final int WINDOW = 4_096;
  private static final int READ_BYTES = 1 << 20;
  private static final Duration PATIENCE = Duration.ofSeconds(2);

  /** Where a search goes on: the messages of a partition before an offset. */
  public record Place(int partition, long before) {}

  /**
   * What was found.
   *
   * @param next where to go on; null if the whole log was looked at
   * @param searchedTo when the oldest message was accepted that was looked at; null if none was
   */
  public record Page(List<Found> found, @Nullable Place next, @Nullable Instant searchedTo) {}

  private final RecordLog log;
  private final HashKey key;
  private final HiddenRecords hidden;
  private final int mostRecords;

  /**
   * Searches a log.
   *
   * @param hidden what is not shown, though it is in the log
   */
  public UserSearch(RecordLog log, HashKey key, HiddenRecords hidden) {
    this(log, key, hidden, MOST_RECORDS);
  }

  UserSearch(RecordLog log, HashKey key, HiddenRecords hidden, int mostRecords) {
    this.hidden = hidden;
    this.log = log;
    this.key = key;
    this.mostRecords = mostRecords;
  }

  /** Looks for the newest messages of a user. */
  public Page find(String userId, Collection<SourceId> sources, int limit) {
    int last = log.partitions() - 1;
    return find(userId, sources, new Place(last, log.endOffset(last)), limit);
  }

  /** Looks for the newest of those before a place. */
  public Page find(String userId, Collection<SourceId> sources, Place from, int limit) {
    Set<Long> wanted = hashes(userId, sources);
    List<Found> found = new ArrayList<>();
    long endNanos = System.nanoTime() + PATIENCE.toNanos();
    int partition = from.partition();
    long before = Math.min(from.before(), log.endOffset(partition));
    long left = mostRecords;
    Instant searchedTo = null;
    while (found.size() < limit && left > 0 && System.nanoTime() - endNanos < 0) {
      long first = log.firstOffset(partition);
      if (before <= first) {
        if (partition == 0) {
          return new Page(found, null, searchedTo);
        }
        partition--;
        before = log.endOffset(partition);
        continue;
      }
      long start = Math.max(first, before - Math.min(WINDOW, left));
      List<Found> some = window(partition, start, before, userId, wanted).reversed();
      left -= before - start;
      before = start;
      for (Found one : some) {
        if (found.size() < limit) {
          found.add(one);
          before = found.size() == limit ? one.offset() : start;
        }
      }
      searchedTo = acceptedAt(partition, before, searchedTo);
    }
    boolean done = partition == 0 && before <= log.firstOffset(0);
    return new Page(found, done ? null : new Place(partition, before), searchedTo);
  }

  private @Nullable Instant acceptedAt(int partition, long offset, @Nullable Instant otherwise) {
    return log.record(partition, offset)
        .map(record -> RecordView.of(record.bytes()).receivedAt())
        .orElse(otherwise);
  }

  private Set<Long> hashes(String userId, Collection<SourceId> sources) {
    IdHashes hashes = new IdHashes(key);
    Set<Long> wanted = new HashSet<>();
    for (SourceId source : sources) {
      wanted.add(hashes.ofUser(source, userId));
      wanted.add(hashes.ofAnonymous(source, userId));
    }
    return wanted;
  }

  /** The user's messages of a stretch, in the order of the log. */
  private List<Found> window(int partition, long from, long to, String userId, Set<Long> wanted) {
    List<Found> found = new ArrayList<>();
    try (LogReader reader = log.reader(partition, from)) {
      while (reader.position() < to) {
        List<LogRecord> records = reader.read(READ_BYTES);
        if (records.isEmpty()) {
          break;
        }
        for (LogRecord record : records) {
          RecordView view = RecordView.of(record.bytes());
          if (record.offset() < to
              && wanted.contains(view.userHash())
              && isOf(view, userId)
              && !hidden.hides(partition, record.offset(), view)) {
            found.add(new Found(partition, record.offset(), record.appendedAt(), view.copy()));
          }
        }
      }
    } catch (OffsetExpiredException expired) {
      // retention was faster; what is gone is gone
    }
    return found;
  }

  /** Hashes may collide. */
  private static boolean isOf(RecordView view, String userId) {
    String user = view.text(Field.USER_ID);
    return userId.equals(user == null ? view.text(Field.ANONYMOUS_ID) : user);
  }
}
