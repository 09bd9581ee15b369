package io.postrider.server.deliver;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.postrider.log.RecordLog;
import io.postrider.message.ComputedRecords;
import io.postrider.message.HashKey;
import io.postrider.message.RecordBuffer;
import io.postrider.message.RecordView;
import io.postrider.route.SourceId;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

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
     * @return false if not all of them were visited because that took too long
     */
    boolean visit(Visitor visitor);
  }

  /** Sees a record's hash. */
  @FunctionalInterface
  public interface Visitor {

    /** The hash of the record at a place; answers whether to go on. */
    boolean see(int partition, long offset, long high, long low);
  }

  /** A message that was found. */
  public record Found(int partition, long offset, Instant appendedAt, RecordView record) {}

  private record Hash(long high, long low) {}

  private static final int MOST = 20;
  private static final int SAMPLE_BYTES = 1_024;

  private final RecordLog log;
  private final HashKey key;
  private final Hashes hashes;
  private final Hidden hidden;

  public MessageSearch(RecordLog log, HashKey key, Hashes hashes, Hidden hidden) {
    this.hidden = hidden;
    this.log = log;
    this.key = key;
    this.hashes = hashes;
  }

  /** The messages of an id that the log holds, from any of these sources, newest first. */
  public List<Found> find(String messageId, Collection<SourceId> sources) {
    Map<Hash, SourceId> wanted = new HashMap<>();
    for (SourceId source : sources) {
      wanted.put(hash(source, messageId), source);
    }
    List<Found> found = new ArrayList<>();
    hashes.visit(
        (partition, offset, high, low) -> {
          if (wanted.containsKey(new Hash(high, low))) {
            at(partition, offset).ifPresent(found::add);
          }
          return found.size() < MOST;
        });
    return found;
  }

  /** The message at a place in the log, if it is still there. */
  public Optional<Found> at(int partition, long offset) {
    return log.record(partition, offset)
        .map(
            record ->
                new Found(partition, offset, record.appendedAt(), RecordView.of(record.bytes())))
        .filter(found -> !hidden.hides(partition, offset, found.record()));
  }

  /** The hash that a message of this id has: that of a record made for the purpose. */
  private Hash hash(SourceId source, String messageId) {
    RecordBuffer buffer = new RecordBuffer(SAMPLE_BYTES);
    String json =
        "{\"type\":\"track\",\"userId\":\"u\",\"timestamp\":\"1970-01-01T00:00:00.000Z\","
            + "\"messageId\":"
            + quoted(messageId)
            + "}";
    new ComputedRecords(key).add(json.getBytes(UTF_8), source, Instant.EPOCH, new long[0], buffer);
    int start = buffer.start(0);
    RecordView view =
        RecordView.of(ByteBuffer.wrap(buffer.bytes(), start, buffer.ends()[0] - start));
    return new Hash(view.messageHashHigh(), view.messageHashLow());
  }

  private static String quoted(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\' || c < 0x20 || Character.isSurrogate(c)) {
        quoted.append(String.format("\\u%04x", (int) c));
      } else {
        quoted.append(c);
      }
    }
    return quoted.append('"').toString();
  }
}
