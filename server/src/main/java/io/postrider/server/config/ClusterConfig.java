package io.postrider.server.config;

import java.time.Duration;
import java.util.Optional;

/**
 * A node among others that share a log on Kafka.
 *
 * @param nodeId names this node in the group that shares the partitions; empty means a random name
 *     that the data folder keeps
 * @param sessionTimeout after which a silent node has lost its partitions
 * @param protocol how the group assigns partitions
 */
public record ClusterConfig(Optional<String> nodeId, Duration sessionTimeout, Protocol protocol) {

  /** The group protocol of the brokers. */
  public enum Protocol {
    CLASSIC,
    CONSUMER
  }

  public ClusterConfig {
    nodeId.ifPresent(
        id ->
            Bounds.that(
                id.matches("[a-zA-Z0-9._-]{1,100}"),
                "'cluster.node-id' has other characters than letters, digits, '.', '_' and '-', or"
                    + " more than 100"));
    Bounds.between(
        Duration.ofSeconds(6), sessionTimeout, Duration.ofMinutes(5), "cluster.session-timeout");
  }
}
