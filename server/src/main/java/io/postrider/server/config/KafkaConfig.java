package io.postrider.server.config;

import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;

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

  /** A host, with an IPv6 address in brackets, and a port. */
  private static final Pattern ADDRESS =
      Pattern.compile("([^\\s:\\[\\]/]+|\\[[^\\]]+]):[0-9]{1,5}");

  public KafkaConfig {
    for (String broker : bootstrap.isBlank() ? new String[0] : bootstrap.split(",", -1)) {
      Bounds.that(
          ADDRESS.matcher(broker.strip()).matches(),
          "'log.kafka.bootstrap' has '"
              + broker.strip()
              + "', which is no host and port such as kafka1:9092; separate several with commas");
    }
    Bounds.that(
        topic.matches("[a-zA-Z0-9._-]{1,240}"),
        "'log.kafka.topic' is no name of a topic: letters, digits, '.', '_' and '-', 240 at most");
    Bounds.between(1, partitions, 1_000, "log.kafka.partitions");
    Bounds.between(1, replication, 100, "log.kafka.replication");
    Bounds.between(1, minInSync, replication, "log.kafka.min-in-sync");
  }
}
