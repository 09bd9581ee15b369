package io.postrider.server.commands.migrate;

import java.nio.ByteBuffer;
import java.time.Instant;

/** Records to copy, with the partition of each. Every run gives the same ones in the same order. */
interface RecordScan {

  /** Gives all records to a sink, which must not keep the buffers. */
  void run(Sink sink);

  /** Takes records. */
  interface Sink {

    /**
     * Takes the next record.
     *
     * @param appendedAt never earlier than that of the record before
     */
    void take(int partition, Instant appendedAt, ByteBuffer record);
  }
}
