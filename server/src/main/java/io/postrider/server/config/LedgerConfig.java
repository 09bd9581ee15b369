package io.postrider.server.config;

import java.time.Duration;

/**
 * The ledger.
 *
 * @param retention how long entries are kept
 * @param retentionSize how much disk they take at most
 */
public record LedgerConfig(Duration retention, ByteSize retentionSize) {

  private static final long MIB = 1 << 20;

  public LedgerConfig {
    Bounds.positive(retention, "ledger.retention");
    Bounds.between(
        64 * MIB, retentionSize.bytes(), 16L * 1024 * 1024 * MIB, "ledger.retention-size");
  }
}
