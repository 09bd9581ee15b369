package io.postrider.log.kafka;

import io.postrider.log.LogUnavailableException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.CooperativeStickyAssignor;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * The consumer that is this node's membership of the group. It reads no records and commits no
 * offsets.
 */
final class GroupConsumer {

  private static final Duration TIMEOUT = Duration.ofSeconds(30);
  private static final String METRICS = "consumer-coordinator-metrics";
  private static final Set<String> ANSWERS = Set.of("heartbeat-total", "join-total", "sync-total");

  private GroupConsumer() {}

  static Consumer<byte[], byte[]> create(KafkaConnection connection, OwnershipSettings settings) {
    Map<String, Object> properties = connection.properties("postrider-owner-" + settings.node());
    properties.put(ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class);
    properties.put(ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class);
    properties.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
    properties.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
    properties.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
    properties.put(ConsumerConfig.GROUP_ID_CONFIG, settings.group());
    properties.put(ConsumerConfig.GROUP_INSTANCE_ID_CONFIG, settings.node());
    properties.put(
        ConsumerConfig.MAX_POLL_INTERVAL_MS_CONFIG, (int) PartitionOwnership.MAX_CALL.toMillis());
    switch (settings.protocol()) {
      case CLASSIC -> {
        properties.put(ConsumerConfig.GROUP_PROTOCOL_CONFIG, "classic");
        properties.put(
            ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG,
            List.of(CooperativeStickyAssignor.class.getName()));
        properties.put(
            ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG, (int) settings.sessionTimeout().toMillis());
        properties.put(
            ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG, (int) settings.heartbeat().toMillis());
      }
      case CONSUMER -> properties.put(ConsumerConfig.GROUP_PROTOCOL_CONFIG, "consumer");
    }
    return new KafkaConsumer<>(properties);
  }

  /** The session timeout that is in force: ours, or that of the brokers if they decide. */
  static Duration sessionTimeout(KafkaConnection connection, OwnershipSettings settings) {
    if (settings.protocol() == OwnershipSettings.Protocol.CLASSIC) {
      return settings.sessionTimeout();
    }
    ConfigResource group = new ConfigResource(ConfigResource.Type.GROUP, settings.group());
    try (Admin admin = Admin.create(connection.properties("postrider-owner-admin"))) {
      Config config =
          BrokerAnswers.await(admin.describeConfigs(List.of(group)).all(), TIMEOUT).get(group);
      ConfigEntry entry = config == null ? null : config.get("consumer.session.timeout.ms");
      if (entry == null || entry.value() == null) {
        throw new LogUnavailableException(
            "the brokers do not tell the session timeout of group '"
                + settings.group()
                + "'; use the classic protocol");
      }
      return Duration.ofMillis(Long.parseLong(entry.value()));
    } catch (KafkaException e) {
      throw new LogUnavailableException(
          "cannot ask the brokers for the session timeout: " + e.getMessage(), e);
    }
  }

  /**
   * The client's counters of answers of the coordinator to this member. They count errors, too: the
   * client has no counter of successes. After an error that ends the membership the client says so
   * with its next poll, and sends nothing before.
   */
  static List<Metric> answerCounters(Consumer<?, ?> consumer) {
    List<Metric> counters = new ArrayList<>();
    consumer
        .metrics()
        .forEach(
            (name, metric) -> {
              if (METRICS.equals(name.group()) && ANSWERS.contains(name.name())) {
                counters.add(metric);
              }
            });
    return counters;
  }

  /** How many requests of this member the coordinator has answered. Any thread may ask. */
  static long answers(List<Metric> counters) {
    double sum = 0;
    for (Metric counter : counters) {
      sum += ((Number) counter.metricValue()).doubleValue();
    }
    return (long) sum;
  }
}
