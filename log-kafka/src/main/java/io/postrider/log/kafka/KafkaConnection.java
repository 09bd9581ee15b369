package io.postrider.log.kafka;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.common.KafkaException;

/**
 * How clients reach the brokers: the bootstrap addresses, and the properties of TLS and SASL, which
 * are passed to every client as they are.
 *
 * @param bootstrap addresses as {@code host:port}, separated by commas
 * @param security properties of Kafka's own names, such as {@code security.protocol}
 */
public record KafkaConnection(String bootstrap, Map<String, String> security) {

  private static final List<String> PASSED =
      List.of("security.", "sasl.", "ssl.", "client.dns.lookup");

  public KafkaConnection {
    if (bootstrap.isBlank()) {
      throw new IllegalArgumentException(
          "'log.kafka.bootstrap' is empty; set it to the addresses of brokers, as host:port");
    }
    security = Map.copyOf(security);
    for (String key : new TreeMap<>(security).keySet()) {
      if (PASSED.stream().noneMatch(key::startsWith)) {
        throw new IllegalArgumentException(
            "the Kafka property '"
                + key
                + "' cannot be set; only those of security (security.*, sasl.*, ssl.*) and"
                + " client.dns.lookup are passed on");
      }
    }
  }

  /** A connection without TLS and SASL. */
  public static KafkaConnection plaintext(String bootstrap) {
    return new KafkaConnection(bootstrap, Map.of());
  }

  /** The properties that all clients share. */
  Map<String, Object> properties(String clientId) {
    Map<String, Object> properties = new HashMap<>(security);
    properties.put(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, bootstrap);
    properties.put(CommonClientConfigs.CLIENT_ID_CONFIG, clientId);
    // metrics are the server's; no beans, no telemetry to the brokers
    properties.put(CommonClientConfigs.METRIC_REPORTER_CLASSES_CONFIG, List.of());
    properties.put(CommonClientConfigs.ENABLE_METRICS_PUSH_CONFIG, false);
    properties.put(CommonClientConfigs.RECONNECT_BACKOFF_MAX_MS_CONFIG, 1_000L);
    return properties;
  }

  /**
   * A client for questions and changes.
   *
   * @param timeout for each request
   * @param patience for each question, of one or more requests
   * @throws IllegalArgumentException if it cannot be made from the settings
   */
  Admin admin(String clientId, Duration timeout, Duration patience) {
    Map<String, Object> properties = properties(clientId);
    properties.put(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, (int) timeout.toMillis());
    properties.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, (int) patience.toMillis());
    try {
      return Admin.create(properties);
    } catch (KafkaException unusable) {
      throw new IllegalArgumentException(
          "Cannot use the settings of the brokers, 'log.kafka.bootstrap' (%s) and the file of"
                  .formatted(bootstrap)
              + " 'log.kafka.properties-file': "
              + root(unusable)
              + ".",
          unusable);
    }
  }

  private static String root(Throwable failure) {
    Throwable root = failure;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return String.valueOf(root.getMessage());
  }

  /** Without the properties, which may hold secrets. */
  @Override
  public String toString() {
    return bootstrap;
  }
}
