package io.postrider.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Random;
import java.util.Set;

/** What may happen to a cluster. Each ends with all parts back, but not yet at work. */
enum ClusterFault {
  NODE_KILLED {
    @Override
    void strike(FaultyCluster cluster, Random random) {
      String name = anyNode(cluster, random);
      cluster.nodes.kill(name);
      cluster.nodes.awaitShared();
      cluster.awaitMore(100);
      cluster.nodes.start(name);
    }
  },

  BROKER_KILLED {
    @Override
    void strike(FaultyCluster cluster, Random random) {
      var broker = cluster.broker(random.nextInt(3));
      broker.kill();
      cluster.awaitMore(200);
      broker.start();
      cluster.awaitBrokers();
    }
  },

  /** Accepting and delivering go on for partitions that have owners. */
  DATABASE_AWAY {
    @Override
    void strike(FaultyCluster cluster, Random random) {
      cluster.database().stop();
      cluster.awaitMore(cluster.messagesWithoutDatabase());
      cluster.database().start();
    }
  },

  /** What others sent while a node was paused past its session is not sent again by the node. */
  NODE_PAUSED {
    @Override
    void strike(FaultyCluster cluster, Random random) {
      String name = anyNode(cluster, random);
      ChildServer paused = cluster.nodes.remove(name);
      paused.command("kill", "-STOP");
      cluster.nodes.awaitShared();
      Set<String> meanwhile = new HashSet<>(cluster.load.acknowledged());
      cluster.awaitMore(100);
      Set<String> before = Set.copyOf(meanwhile);
      meanwhile.addAll(cluster.load.acknowledged());
      meanwhile.removeAll(before);
      meanwhile.retainAll(cluster.well.ids());
      paused.command("kill", "-CONT");
      cluster.nodes.add(name, paused);
      cluster.awaitRecovery();
      assertThat(meanwhile)
          .isNotEmpty()
          .allSatisfy(id -> assertThat(cluster.well.answered(id)).as(id).isEqualTo(1));
    }
  },

  ROLLING_RESTART {
    @Override
    void strike(FaultyCluster cluster, Random random) {
      for (String name : cluster.nodes.names()) {
        assertThat(cluster.nodes.terminate(name)).isZero();
        cluster.nodes.start(name);
        cluster.awaitRecovery();
      }
    }
  };

  abstract void strike(FaultyCluster cluster, Random random);

  private static String anyNode(FaultyCluster cluster, Random random) {
    return cluster.nodes.names().get(random.nextInt(cluster.nodes.names().size()));
  }
}
