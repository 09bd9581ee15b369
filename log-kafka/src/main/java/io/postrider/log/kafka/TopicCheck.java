package io.postrider.log.kafka;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.TopicPartitionInfo;

/** Compares a topic that exists with the settings; refuses it with every difference at once. */
final class TopicCheck {

  private static final String UNLIMITED = Long.toString(TopicSettings.UNLIMITED);

  private final TopicSettings settings;
  private final int maxMessageBytes;

  TopicCheck(TopicSettings settings, int maxMessageBytes) {
    this.settings = settings;
    this.maxMessageBytes = maxMessageBytes;
  }

  /**
   * @throws TopicRefusedException names each setting, the expected and the actual value and the way
   *     out
   */
  void verify(TopicDescription topic, Config config) {
    List<String> differences = new ArrayList<>();
    partitions(topic, differences);
    replication(topic, differences);
    List<String> alterations = new ArrayList<>();
    configured(config, differences, alterations);
    if (differences.isEmpty()) {
      return;
    }
    String wayOut =
        alterations.isEmpty()
            ? ""
            : "change the topic: kafka-configs --alter --topic "
                + settings.name()
                + " --add-config "
                + String.join(",", alterations);
    throw new TopicRefusedException(
        "topic '"
            + settings.name()
            + "' does not fit the settings: "
            + String.join("; ", differences),
        wayOut);
  }

  /** Why some partition cannot store records now. */
  static Optional<String> outage(TopicDescription topic, TopicSettings settings) {
    for (TopicPartitionInfo partition : topic.partitions()) {
      Node leader = partition.leader();
      if (leader == null || leader.isEmpty()) {
        return Optional.of("partition " + partition.partition() + " has no leader");
      }
      if (partition.isr().size() < settings.minInSync()) {
        return Optional.of(
            "partition "
                + partition.partition()
                + " has "
                + partition.isr().size()
                + " replicas in sync, 'log.kafka.min-in-sync' is "
                + settings.minInSync());
      }
    }
    return Optional.empty();
  }

  private void partitions(TopicDescription topic, List<String> differences) {
    int actual = topic.partitions().size();
    if (actual != settings.partitions()) {
      differences.add(
          "it has "
              + actual
              + " partitions, 'log.kafka.partitions' is "
              + settings.partitions()
              + ". The number is fixed when the topic is created, because it decides the partition"
              + " of a user: set 'log.kafka.partitions' to the number at its creation, or use a new"
              + " topic in 'log.kafka.topic'");
    }
  }

  private void replication(TopicDescription topic, List<String> differences) {
    for (TopicPartitionInfo partition : topic.partitions()) {
      int actual = partition.replicas().size();
      if (actual < settings.replication()) {
        differences.add(
            "partition "
                + partition.partition()
                + " has "
                + actual
                + " replicas, 'log.kafka.replication' is "
                + settings.replication()
                + ": add replicas with kafka-reassign-partitions, or lower the setting");
        return;
      }
    }
  }

  private void configured(Config config, List<String> differences, List<String> alterations) {
    requireValue(config, "cleanup.policy", "delete", differences, alterations);
    requireValue(config, "message.timestamp.type", "CreateTime", differences, alterations);
    requireValue(config, "unclean.leader.election.enable", "false", differences, alterations);
    if (settings.retentionBytes() == TopicSettings.UNLIMITED) {
      requireValue(config, "retention.bytes", UNLIMITED, differences, alterations);
    } else {
      requireAtLeast(
          config, "retention.bytes", settings.retentionBytes(), differences, alterations);
    }
    requireAtLeast(
        config, "retention.ms", settings.retention().toMillis(), differences, alterations);
    requireAtLeast(config, "min.insync.replicas", settings.minInSync(), differences, alterations);
    requireAtLeast(config, "max.message.bytes", maxMessageBytes, differences, alterations);
  }

  private static void requireValue(
      Config config,
      String key,
      String expected,
      List<String> differences,
      List<String> alterations) {
    ConfigEntry entry = config.get(key);
    // a compatible broker may not know the key
    if (entry != null && entry.value() != null && !expected.equals(entry.value())) {
      differences.add(key + " is " + entry.value() + ", expected " + expected);
      alterations.add(key + "=" + expected);
    }
  }

  private static void requireAtLeast(
      Config config,
      String key,
      long expected,
      List<String> differences,
      List<String> alterations) {
    ConfigEntry entry = config.get(key);
    if (entry == null || entry.value() == null || UNLIMITED.equals(entry.value())) {
      return;
    }
    if (Long.parseLong(entry.value()) < expected) {
      differences.add(key + " is " + entry.value() + ", expected " + expected + " or more");
      alterations.add(key + "=" + expected);
    }
  }
}
