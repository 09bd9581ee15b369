package io.postrider.server.ledger;

import io.micrometer.core.instrument.MeterRegistry;
import io.postrider.log.RecordLog;
import io.postrider.log.embedded.LogSizes;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The log of the ledger, as deliveries write it. Its records are blocks of entries. */
public final class LedgerLog {

  /** The sizes of the log. A query reads blocks one by one, so each has a batch of its own. */
  public static final LogSizes SIZES = LogSizes.DEFAULT.withMaxBatch(LedgerRecorder.BLOCK_BYTES);

  private static final Logger LOG = LoggerFactory.getLogger(LedgerLog.class);

  /** With {@code -Dpostrider.ledger=off} nothing is recorded. Only for measuring its cost. */
  private static final boolean OFF = "off".equals(System.getProperty("postrider.ledger"));

  private final RecordLog log;
  private final LedgerWriter writer;
  private final long memoryBytes;
  private final PastDeliveries past;

  /**
   * A log without an index.
   *
   * @param memoryBytes the memory for entries that are not written yet
   */
  public LedgerLog(RecordLog log, MeterRegistry registry, long memoryBytes) {
    this(log, registry, memoryBytes, PastDeliveries.UNKNOWN);
  }

  LedgerLog(RecordLog log, MeterRegistry registry, long memoryBytes, PastDeliveries past) {
    this.log = log;
    this.past = past;
    this.writer = new LedgerWriter(log, registry);
    this.memoryBytes = memoryBytes;
    if (OFF) {
      LOG.warn("The ledger is off, for measuring: no delivery is recorded.");
    }
  }

  /** Makes entries durable. */
  public LedgerWriter writer() {
    return writer;
  }

  /** What was delivered before. */
  public PastDeliveries past() {
    return past;
  }

  /** A recorder for one of several loops. */
  public LedgerRecorder recorder(int loops) {
    return new LedgerRecorder(log.partitions(), memoryBytes / loops, !OFF);
  }
}
