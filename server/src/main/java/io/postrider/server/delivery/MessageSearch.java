package io.postrider.server.delivery;

import io.postrider.id.SourceId;
import io.postrider.log.RecordLog;
import io.postrider.message.HashKey;
import io.postrider.message.RecordView;
import io.postrider.privacy.HiddenRecords;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds messages by their id. May be called from any thread; it reads the disk.
 *
 * <p>The log keeps the hash of each message's source and id beside its records. So what is looked
 * for is the hash of the id with every source there is, newest first.
 */
public final class MessageSearch {

  /** Whoever looks through what is kept of every record. */
  public interface Hashes {

    /**
     * Visits hashes, newest first, until the visitor has seen enough.
     *
     * @return null, or when the last records were appended that were visited, if not all of them
     *     were because that took too long
     */
    @Nullable Instant visit(Visitor visitor);
  }

  /** Sees a record's hash. */
  @FunctionalInterface
  public interface Visitor {

    /** The hash of the record at a place; answers whether to go on. */
    boolean see(int partition, long offset, long high, long low);
  }

  /** A message that was found. */
  public record Found(int partition, long offset, Instant appendedAt, RecordView record) {}

  /**
   * What came of a search.
   *
   * @param searchedTo how far back it went; null if nothing is left to be searched
   */
  public record Result(List<Found> found, @Nullable Instant searchedTo) {}

  private record Hash(long high, long low) {}

  private static final int MOST = 20;

  private final RecordLog log;
  private final HashKey key;
  private final Hashes hashes;
  private final HiddenRecords hidden;

  public MessageSearch(RecordLog log, HashKey key, Hashes hashes, HiddenRecords hidden) {
    this.hidden = hidden;
    this.log = log;
    this.key = key;
    this.hashes = hashes;
  }

  /** The messages of an id that the log holds, from any of these sources, newest first. */
  public List<Found> find(String messageId, Collection<SourceId> sources) {
    return search(messageId, sources).found();
  }

  /** The same, and how far back it could be searched in the time that such a search has. */
  public Result search(String messageId, Collection<SourceId> sources) {
    IdHashes ids = new IdHashes(key);
    Set<Hash> wanted = new HashSet<>();
    for (SourceId source : sources) {
      RecordView sample = ids.ofMessage(source, messageId);
      wanted.add(new Hash(sample.messageHashHigh(), sample.messageHashLow()));
    }
    List<Found> found = new ArrayList<>();
    Instant searchedTo =
        hashes.visit(
            (partition, offset, high, low) -> {
              if (wanted.contains(new Hash(high, low))) {
                at(partition, offset).ifPresent(found::add);
              }
              return found.size() < MOST;
            });
    return new Result(found, searchedTo);
  }

  /** Whether the log still holds the message at a place, and it counts as gone. */
  public boolean hides(int partition, long offset) {
    return log.record(partition, offset)
        .filter(record -> hidden.hides(partition, offset, RecordView.of(record.bytes())))
        .isPresent();
  }

  /** The message at a place in the log, if it is still there. */
  public Optional<Found> at(int partition, long offset) {
    return log.record(partition, offset)
        .map(
            record ->
                new Found(partition, offset, record.appendedAt(), RecordView.of(record.bytes())))
        .filter(found -> !hidden.hides(partition, offset, found.record()));
  }
}
