package io.postrider.server.privacy;

import io.postrider.log.RecordBatch;
import io.postrider.log.RecordLog;
import io.postrider.server.WrappedLog;
import java.util.concurrent.CompletableFuture;

/**
 * A log in whose appending the program may die. The log within outlives it.
 *
 * @param meanwhile what happens just before
 */
record CrashingLog(RecordLog log, Fuse fuse, Runnable meanwhile) implements WrappedLog {

  @Override
  public CompletableFuture<Long> append(int partition, RecordBatch batch) {
    meanwhile.run();
    return fuse.burn(() -> log.append(partition, batch));
  }

  @Override
  public void close() {}
}
