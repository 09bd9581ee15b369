package io.postrider.bench;

import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** Nodes that share the calls of one source and deliver them to one destination. */
interface NodeGroup extends AutoCloseable {

  /** The write key of their source. */
  String key();

  /** The port of each node. */
  List<Integer> ports();

  /** The process ID of each node. */
  List<Long> pids();

  /** Waits until nothing is left that follows from the calls so far but their deliveries. */
  void awaitFollowers() throws IOException, InterruptedException;

  /** The CPU time of all nodes, without the JIT compiler. */
  default Duration cpu() {
    return pids().stream().map(ProcessorUse::withoutCompiler).reduce(Duration.ZERO, Duration::plus);
  }

  @Override
  void close();
}
