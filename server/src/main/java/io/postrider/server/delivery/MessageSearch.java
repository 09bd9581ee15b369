package io.postrider.server.delivery;

import io.postrider.id.SourceId;
import io.postrider.log.RecordLog;
import io.postrider.message.HashKey;
import io.postrider.message.RecordView;
import io.postrider.privacy.HiddenRecords;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Finds messages by message ID. May be called from any thread; reads the disk.
 *
 * <p>Every record has a hash of its source and message ID. The search looks for the hashes of the
 * ID with every known source, newest first.
 */
public final class MessageSearch {

  /** A message that was found. */
  public record Found(int partition, long offset, RecordView record) {}

  /**
   * The result of a search.
   *
   * @param searchedTo how far back it went; null if the search was complete
   */
  public record Result(List<Found> found, @Nullable Instant searchedTo) {}

  private record Hash(long high, long low) {}

  private static final int MAX_RESULTS = 20;
  private static final Duration TIMEOUT = Duration.ofSeconds(3);

  private final RecordLog log;
  private final MessageHashes hashes;
  private final HashKey key;
  private final HiddenRecords hidden;

  public MessageSearch(RecordLog log, MessageHashes hashes, HashKey key, HiddenRecords hidden) {
    this.hashes = hashes;
    this.hidden = hidden;
    this.log = log;
    this.key = key;
  }

  /** The messages with an ID from any of these sources, newest first, within a time limit. */
  public Result find(String messageId, Collection<SourceId> sources) {
    IdHashes ids = new IdHashes(key);
    Set<Hash> wanted = new HashSet<>();
    for (SourceId source : sources) {
      RecordView sample = ids.ofMessage(source, messageId);
      wanted.add(new Hash(sample.messageHashHigh(), sample.messageHashLow()));
    }
    List<Found> found = new ArrayList<>();
    long endNanos = System.nanoTime() + TIMEOUT.toNanos();
    AtomicReference<@Nullable Instant> stoppedAt = new AtomicReference<>();
    hashes.visit(
        (partition, appendedAt, firstOffset, count, digests) -> {
          if (System.nanoTime() - endNanos > 0) {
            stoppedAt.set(appendedAt);
            return false;
          }
          for (int i = 0; i < count && found.size() < MAX_RESULTS; i++) {
            if (wanted.contains(new Hash(digests.getLong(), digests.getLong()))) {
              at(partition, firstOffset + i).ifPresent(found::add);
            }
          }
          return found.size() < MAX_RESULTS;
        });
    return new Result(found, stoppedAt.get());
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
        .map(record -> new Found(partition, offset, RecordView.of(record.bytes())))
        .filter(found -> !hidden.hides(partition, offset, found.record()));
  }
}
