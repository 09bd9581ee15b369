package io.postrider.server.ingest.dedupe;

import java.nio.ByteBuffer;
import java.time.Instant;

/** A restore of the window whose steps the test decides. */
public final class SteppedRestore implements AutoCloseable {

  private final WindowRestore restore;

  public SteppedRestore(Deduplication deduplication) {
    this.restore = deduplication.restoring(1);
  }

  /** Reads a message hash of the log. */
  public void read(Instant appendedAt, byte[] hash) {
    restore.add(appendedAt.toEpochMilli(), ByteBuffer.wrap(hash));
  }

  public void buildAll() {
    while (restore.buildNext()) {}
  }

  public void fail(Throwable failure) {
    restore.fail(failure);
  }

  @Override
  public void close() {
    restore.close();
  }
}
