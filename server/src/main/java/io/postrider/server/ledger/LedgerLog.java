package io.postrider.server.ledger;

import io.micrometer.core.instrument.MeterRegistry;
import io.postrider.log.RecordLog;

/** The log of the ledger, as deliveries write it. Its records are blocks of entries. */
public final class LedgerLog {

  private final RecordLog log;
  private final LedgerWriter writer;
  private final long memoryBytes;

  /**
   * @param memoryBytes the memory for entries that are not written yet
   */
  public LedgerLog(RecordLog log, MeterRegistry registry, long memoryBytes) {
    this.log = log;
    this.writer = new LedgerWriter(log, registry);
    this.memoryBytes = memoryBytes;
  }

  /** Makes entries durable. */
  public LedgerWriter writer() {
    return writer;
  }

  /** A recorder for one of several loops. */
  public LedgerRecorder recorder(int loops) {
    return new LedgerRecorder(log.partitions(), memoryBytes / loops);
  }
}
