package io.postrider.server.delivery.cluster;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Finds the nodes that deliver now, from what they tell each other in the database. */
public final class RunningNodes {

  private RunningNodes() {}

  /**
   * The names of the nodes that say meanwhile that they deliver. Compares what they say, and not
   * clocks.
   *
   * @param pause lasts several seconds: nodes say every second that they are there
   */
  public static Set<String> during(Runnable pause, ClusterStore store) {
    List<PartitionOwner> before = store.owners();
    pause.run();
    return store.owners().stream()
        .filter(owner -> !before.contains(owner))
        .map(PartitionOwner::node)
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
