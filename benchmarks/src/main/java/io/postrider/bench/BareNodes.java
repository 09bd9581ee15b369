package io.postrider.bench;

import io.postrider.bench.baseline.PipelineServer;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Programs of the product's parts without the product, each with its share of the partitions. */
record BareNodes(List<Child> children, List<Integer> ports) implements NodeGroup {
  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  static BareNodes start(DeliverSetup setup, ClusterSetup cluster, Product like, int count)
      throws IOException, InterruptedException {
    String topic = "bare" + count;
    cluster.broker().createTopic(topic, ClusterSetup.PARTITIONS);
    BareNodes nodes = new BareNodes(new ArrayList<>(), new ArrayList<>());
    for (int i = 0; i < count; i++) {
      int port = Loopback.freePort();
      List<String> command =
          setup
              .programs()
              .own(
                  PipelineServer.class,
                  Programs.jvmOptions(like.child().pid()),
                  Integer.toString(port),
                  Integer.toString(setup.receiverPort()),
                  Integer.toString(DeliverSetup.CONCURRENCY),
                  Integer.toString(SampleBody.length()),
                  cluster.broker().address(),
                  topic,
                  Integer.toString(ClusterSetup.PARTITIONS),
                  Integer.toString(i),
                  Integer.toString(count));
      String name = topic + "-" + i;
      nodes.children.add(Child.start(name, command, Map.of(), setup.output(name)));
      nodes.ports.add(port);
    }
    for (int i = 0; i < count; i++) {
      Loopback.awaitReady(nodes.children.get(i), nodes.ports.get(i), TIMEOUT);
    }
    return nodes;
  }

  /** Nothing reads it. */
  @Override
  public String key() {
    return "bare";
  }

  @Override
  public void awaitFollowers() {
    // there are none
  }

  @Override
  public List<Long> pids() {
    return children.stream().map(Child::pid).toList();
  }

  @Override
  public void close() {
    children.forEach(Child::close);
  }
}
