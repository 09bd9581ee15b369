package io.postrider.server.config;

import java.nio.file.Path;
import java.util.Optional;

/**
 * The log on Kafka.
 *
 * @param bootstrap addresses of brokers as host:port, separated by commas
 * @param partitions fixed when the topic is created
 * @param propertiesFile the file with the properties of TLS and SASL
 */
public record KafkaConfig(
    String bootstrap,
    String topic,
    int partitions,
    int replication,
    int minInSync,
    Compression compression,
    Optional<Path> propertiesFile) {

  /** How batches are compressed. */
  public enum Compression {
    NONE,
    GZIP,
    SNAPPY,
    LZ4,
    ZSTD
  }

  public KafkaConfig {
    Bounds.that(
        topic.matches("[a-zA-Z0-9._-]{1,240}"),
        "'log.kafka.topic' is no name of a topic: letters, digits, '.', '_' and '-', 240 at most");
    Bounds.between(1, partitions, 1_000, "log.kafka.partitions");
    Bounds.between(1, replication, 100, "log.kafka.replication");
    Bounds.between(1, minInSync, replication, "log.kafka.min-in-sync");
  }
}
