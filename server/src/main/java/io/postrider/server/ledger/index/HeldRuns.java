package io.postrider.server.ledger.index;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** The runs of all partitions for one query; they do not change until it is closed. */
final class HeldRuns implements AutoCloseable {

  private final LedgerIndex index;
  private final List<List<Run>> runs = new ArrayList<>();
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

  HeldRuns(LedgerIndex index) {
    this.index = index;
    index.partitions().forEach(partition -> runs.add(partition.index().hold()));
  }

  /** The runs of a partition, oldest first. */
  List<Run> of(int partition) {
    return runs.get(partition);
  }

  /** Retention has deleted the blocks of a partition before this offset. */
  long firstOffset(int partition) {
    return index.log().firstOffset(partition);
  }

  /** Threads of the query; they may use the runs. */
  Executor threads() {
    return threads;
  }

  /** Waits for the query's threads. */
  @Override
  public void close() {
    threads.close();
    index.partitions().forEach(partition -> partition.index().release());
  }
}
