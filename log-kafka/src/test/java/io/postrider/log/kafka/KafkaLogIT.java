package io.postrider.log.kafka;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

final class KafkaLogIT extends KafkaLogContract {

  private static BrokerProxy proxy;
  private static KafkaCluster cluster;

  @BeforeAll
  static void start() {
    proxy = new BrokerProxy();
    cluster = KafkaCluster.start(BrokerVersion.V4_3, proxy);
  }

  @AfterAll
  static void stop() {
    cluster.close();
    proxy.close();
  }

  @Override
  protected KafkaCluster cluster() {
    return cluster;
  }

  @Override
  protected BrokerProxy proxy() {
    return proxy;
  }
}
