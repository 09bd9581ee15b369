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
 * Finds the messages of a user, newest first, by the user hashes in record headers. May be called
 * from any thread; reads a bounded part of the log from disk.
 *
 * <p>A message belongs to a user if it has the ID as {@code userId}, or as {@code anonymousId} and
 * no {@code userId}.
 */
public final class UserSearch {

  /** How many records one search reads. */
  public static final int MAX_RECORDS = 200_000;

  private static final int WINDOW = 4_096;
  private static final int READ_BYTES = 1 << 20;
  private static final Duration TIMEOUT = Duration.ofSeconds(2);

  /**
   * A page of results.
   *
   * @param next where to continue; null at the start of the log
   * @param searchedTo when the oldest searched message was accepted; null if none was
   */
  public record Page(
      List<Found> found, @Nullable PartitionOffset next, @Nullable Instant searchedTo) {}

  private final RecordLog log;
  private final HashKey key;
  private final HiddenRecords hidden;
  private final int maxRecords;

  /**
   * Searches a log.
   *
   * @param hidden the records in the log that are not shown
   */
  public UserSearch(RecordLog log, HashKey key, HiddenRecords hidden) {
    this(log, key, hidden, MAX_RECORDS);
  }

  UserSearch(RecordLog log, HashKey key, HiddenRecords hidden, int maxRecords) {
    this.hidden = hidden;
    this.log = log;
    this.key = key;
    this.maxRecords = maxRecords;
  }

  /**
   * Finds the newest messages of a user.
   *
   * @param from where the search starts, exclusive; null for the end of the log
   */
  public Page find(
      String userId, Collection<SourceId> sources, @Nullable PartitionOffset from, int limit) {
    Set<Long> wanted = hashes(userId, sources);
    List<Found> found = new ArrayList<>();
    long endNanos = System.nanoTime() + TIMEOUT.toNanos();
    int partition = from == null ? log.partitions() - 1 : from.partition();
    long end = log.endOffset(partition);
    long before = from == null ? end : Math.min(from.offset(), end);
    long left = maxRecords;
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
    return new Page(found, done ? null : new PartitionOffset(partition, before), searchedTo);
  }

  private @Nullable Instant acceptedAt(int partition, long offset, @Nullable Instant otherwise) {
    return log.record(partition, offset)
        .map(record -> RecordView.of(record.bytes()).receivedAt())
        .orElse(otherwise);
  }

  /** The user hashes of a user's messages from some sources. */
  public Set<Long> hashes(String userId, Collection<SourceId> sources) {
    IdHashes hashes = new IdHashes(key);
    Set<Long> wanted = new HashSet<>();
    for (SourceId source : sources) {
      wanted.add(hashes.ofUser(source, userId));
      wanted.add(hashes.ofAnonymous(source, userId));
    }
    return wanted;
  }

  /** The user's messages of a span, in log order. */
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
            found.add(new Found(partition, record.offset(), view.copy()));
          }
        }
      }
    } catch (OffsetExpiredException expired) {
      // deleted meanwhile
    }
    return found;
  }

  /** Hashes may collide. */
  private static boolean isOf(RecordView view, String userId) {
    String user = view.text(Field.USER_ID);
    return userId.equals(user == null ? view.text(Field.ANONYMOUS_ID) : user);
  }
}
