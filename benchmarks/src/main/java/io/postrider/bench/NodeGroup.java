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

  /** Waits until nothing is left that follows from the calls so far but their deliveries. */
  void awaitFollowers() throws IOException, InterruptedException;

  /** The CPU time of all nodes, without the JIT compiler. */
  Duration cpu();

  @Override
  void close();
}
