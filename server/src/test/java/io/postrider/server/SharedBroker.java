package io.postrider.server;

import io.postrider.log.kafka.BrokerVersion;
import io.postrider.log.kafka.KafkaCluster;

/**
 * The broker of all tests of this process that need one and do nothing to it. It starts with the
 * first of them and ends with the process.
 */
public final class SharedBroker {

  private static final KafkaCluster CLUSTER = start();

  private SharedBroker() {}

  private static KafkaCluster start() {
    KafkaCluster cluster = KafkaCluster.start(BrokerVersion.V4_3, 1);
    Runtime.getRuntime().addShutdownHook(new Thread(cluster::close));
    return cluster;
  }

  /** The broker, which runs. */
  public static KafkaCluster cluster() {
    return CLUSTER;
  }
}
