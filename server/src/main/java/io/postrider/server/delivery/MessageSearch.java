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
 * Finds messages by message ID. May be called from any thread; reads the disk.
 *
 * <p>The log stores the hash of each message's source and ID beside its records. The search looks
 * for the hashes of the ID with every known source, newest first.
 */
public final class MessageSearch {

  /** An index of record hashes. */
  public interface Hashes {

    /**
     * Visits hashes, newest first, until the visitor stops it.
     *
     * @return null if the search was complete; else when the last visited records were appended
     */
    @Nullable Instant visit(Visitor visitor);
  }

  /** Visits a record's hash. */
  @FunctionalInterface
  public interface Visitor {

    /** Visits the hash of a record; returns whether to continue. */
    boolean see(int partition, long offset, long high, long low);
  }

  /** A message that was found. */
  public record Found(int partition, long offset, Instant appendedAt, RecordView record) {}

  /**
   * The result of a search.
   *
   * @param searchedTo how far back it went; null if the search was complete
   */
  public record Result(List<Found> found, @Nullable Instant searchedTo) {}

  private record Hash(long high, long low) {}

  private static final int MAX_RESULTS = 20;

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

  /** The messages with an ID from any of these sources, newest first. */
  public List<Found> find(String messageId, Collection<SourceId> sources) {
    return search(messageId, sources).found();
  }

  /** The same, with how far back the search came within its time limit. */
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
              return found.size() < MAX_RESULTS;
            });
    return new Result(found, searchedTo);
  }

  /** Whether the message at an offset is in the log and hidden. */
  public boolean hides(int partition, long offset) {
    return log.record(partition, offset)
        .filter(record -> hidden.hides(partition, offset, RecordView.of(record.bytes())))
        .isPresent();
  }

  /** The message at an offset, if the log still holds it and it is not hidden. */
  public Optional<Found> at(int partition, long offset) {
    return log.record(partition, offset)
        .map(
            record ->
                new Found(partition, offset, record.appendedAt(), RecordView.of(record.bytes())))
        .filter(found -> !hidden.hides(partition, offset, found.record()));
  }
}
