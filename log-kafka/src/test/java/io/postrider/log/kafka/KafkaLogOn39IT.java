package io.postrider.log.kafka;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

final class KafkaLogOn39IT extends KafkaLogContract {

  private static BrokerProxy proxy;
  private static KafkaCluster cluster;

  @BeforeAll
  static void start() {
    proxy = new BrokerProxy();
    cluster = KafkaCluster.start(BrokerVersion.V3_9, proxy);
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
