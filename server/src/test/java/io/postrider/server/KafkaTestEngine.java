package io.postrider.server;

import io.postrider.server.database.PostgresServer;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Kafka and PostgreSQL: topics and a database for each test, on servers that tests share. */
final class KafkaTestEngine implements TestEngine {

  /** Several, so that users of one test are in different ones. */
  private static final int PARTITIONS = 3;

  private final String topic = "postrider-" + UUID.randomUUID();
  private final Map<String, String> settings =
      Map.of(
          "log.engine",
          "kafka",
          "log.kafka.bootstrap",
          SharedBroker.cluster().bootstrap(),
          "log.kafka.topic",
          topic,
          "log.kafka.partitions",
          Integer.toString(PARTITIONS),
          "log.kafka.replication",
          "1",
          "log.kafka.min-in-sync",
          "1",
          "cluster.session-timeout",
          "6s",
          "secrets.key",
          "A".repeat(43) + "=",
          "database.url",
          PostgresServer.createDatabase(),
          "database.pool-size",
          "8");

  @Override
  public Map<String, String> settings() {
    return settings;
  }

  @Override
  public void afterEach(ExtensionContext context) {
    SharedBroker.cluster().deleteTopics(List.of(topic, topic + "-ledger", topic + "-rejected"));
  }
}
