package io.postrider.server.commands.migrate;

import io.postrider.log.LogReader;
import io.postrider.log.LogRecord;
import io.postrider.log.LogUnavailableException;
import io.postrider.log.OffsetExpiredException;
import io.postrider.log.RecordLog;
import io.postrider.server.config.StartException;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/**
 * Compares a copied log with its records, byte for byte. Belongs to one thread. What the retention
 * of the topic has deleted meanwhile cannot be compared.
 */
final class CopyCheck implements AutoCloseable {

  /** A read of one partition, and of all together. */
  private static final int READ_BYTES = 1024 * 1024;

  private static final int ALL_BYTES = 64 * 1024 * 1024;

  private final RecordLog target;
  private final String topic;
  private final int readBytes;
  private final List<Part> parts = new ArrayList<>();

  private CopyCheck(RecordLog target, String topic) {
    this.target = target;
    this.topic = topic;
    this.readBytes = Math.min(READ_BYTES, ALL_BYTES / target.partitions());
    for (int i = 0; i < target.partitions(); i++) {
      parts.add(new Part(i));
    }
  }

  /**
   * Compares all records.
   *
   * @param topic names the target in messages
   * @throws StartException if the target has other records, or more
   */
  static void check(RecordScan scan, RecordLog target, String topic) {
    try (CopyCheck check = new CopyCheck(target, topic)) {
      scan.run(check::take);
      check.requireEnds();
    } catch (LogUnavailableException away) {
      throw LogCopy.unavailable(away);
    }
  }

  private void take(int partition, Instant appendedAt, ByteBuffer record) {
    Part part = parts.get(partition);
    if (!part.isNext(record)) {
      throw differs(partition, part.next);
    }
    part.next++;
  }

  private void requireEnds() {
    for (Part part : parts) {
      if (target.endOffset(part.partition) != part.next) {
        throw differs(part.partition, part.next);
      }
    }
  }

  private StartException differs(int partition, long offset) {
    return new StartException(
        ("The topic '%s' is not a copy of the data folder: it differs at offset %d of partition %d."
                + " Something else wrote to it, or an append failed halfway. Delete the topic and"
                + " run the command again.")
            .formatted(topic, offset, partition));
  }

  @Override
  public void close() {
    parts.forEach(part -> part.reader.close());
  }

  /** One partition of the target, read in order. */
  private final class Part {

    private final int partition;
    private final ArrayDeque<LogRecord> records = new ArrayDeque<>();
    private LogReader reader;
    private long first;
    private long next;

    Part(int partition) {
      this.partition = partition;
      this.first = target.firstOffset(partition);
      this.reader = target.reader(partition, first);
    }

    /** Whether the next record is this one, or has been deleted. */
    boolean isNext(ByteBuffer record) {
      if (next >= first && records.isEmpty()) {
        read();
      }
      if (next < first) {
        return true;
      }
      LogRecord found = records.poll();
      return found != null && found.offset() == next && found.bytes().equals(record);
    }

    private void read() {
      try {
        records.addAll(reader.read(readBytes));
      } catch (OffsetExpiredException expired) {
        first = expired.firstOffset();
        reader.close();
        reader = target.reader(partition, first);
      }
    }
  }
}
