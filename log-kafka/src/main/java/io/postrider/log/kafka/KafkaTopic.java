package io.postrider.log.kafka;

import io.postrider.log.LogIdentity;
import io.postrider.log.LogUnavailableException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Future;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.CreateTopicsOptions;
import org.apache.kafka.clients.admin.DescribeTopicsOptions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.InvalidReplicationFactorException;
import org.apache.kafka.common.errors.PolicyViolationException;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/**
 * The topic at the start of a node: created if there is none, and otherwise compared with the
 * settings. Confined to the thread that opens the log.
 */
final class KafkaTopic {

  /** What retention keeps is in so many segments, at least. */
  private static final int SEGMENTS = 8;

  private static final Duration MAX_SEGMENT = Duration.ofDays(1);
  private static final long MAX_SEGMENT_BYTES = 1L << 30;

  private final Admin admin;
  private final TopicSettings settings;
  private final int maxMessageBytes;
  private final long deadlineNanos;

  KafkaTopic(Admin admin, TopicSettings settings, int maxMessageBytes, Duration timeout) {
    this.admin = admin;
    this.settings = settings;
    this.maxMessageBytes = maxMessageBytes;
    this.deadlineNanos = System.nanoTime() + timeout.toNanos();
  }

  /**
   * The identity of the topic, which exists and fits the settings when this returns.
   *
   * @throws TopicRefusedException if the topic does not fit, or must not be created
   * @throws LogUnavailableException if the brokers do not answer in time
   */
  LogIdentity open() {
    Optional<TopicDescription> found = describe();
    if (found.isEmpty()) {
      create(false);
      found = describe();
      // a broker may learn of the new topic a moment later than the one that created it
      while (found.isEmpty() && leftNanos() > 0) {
        found = describe();
      }
    }
    TopicDescription topic =
        found.orElseThrow(() -> new LogUnavailableException("the topic was not created in time"));
    new TopicCheck(settings, maxMessageBytes).verify(topic, config());
    return identity(topic);
  }

  /**
   * What {@link #open} would find; creates nothing.
   *
   * @return empty if there is no topic, and it can be created
   * @throws TopicRefusedException as {@link #open}
   */
  Optional<FoundTopic> examine() {
    Optional<TopicDescription> found = describe();
    if (found.isEmpty()) {
      create(true);
      return Optional.empty();
    }
    Config config = config();
    new TopicCheck(settings, maxMessageBytes).verify(found.get(), config);
    return Optional.of(new FoundTopic(found.get(), config));
  }

  /** A topic that fits the settings. */
  record FoundTopic(TopicDescription description, Config config) {}

  /** The identity of a topic: its ID, which differs when a topic is deleted and created again. */
  static LogIdentity identity(TopicDescription topic) {
    Uuid id = topic.topicId();
    if (id == null || id.equals(Uuid.ZERO_UUID)) {
      throw new TopicRefusedException(
          "topic '" + topic.name() + "' has no topic ID; the brokers are too old",
          "use Kafka 3.0 or newer");
    }
    return new LogIdentity(new UUID(id.getMostSignificantBits(), id.getLeastSignificantBits()));
  }

  private Optional<TopicDescription> describe() {
    try {
      return Optional.ofNullable(
          await(
                  admin
                      .describeTopics(
                          List.of(settings.name()),
                          new DescribeTopicsOptions().includeAuthorizedOperations(true))
                      .allTopicNames())
              .get(settings.name()));
    } catch (UnknownTopicOrPartitionException e) {
      return Optional.empty();
    } catch (KafkaException e) {
      throw refusal("describe", e);
    }
  }

  private Config config() {
    ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, settings.name());
    try {
      Config config = await(admin.describeConfigs(List.of(resource)).all()).get(resource);
      return config == null ? new Config(List.of()) : config;
    } catch (KafkaException e) {
      throw refusal("read the configuration of", e);
    }
  }

  /** The settings of a topic that is created. */
  static Map<String, String> configs(TopicSettings settings, int maxMessageBytes) {
    Map<String, String> configs = new HashMap<>();
    configs.put("cleanup.policy", "delete");
    configs.put("retention.ms", Long.toString(settings.retention().toMillis()));
    configs.put("retention.bytes", Long.toString(settings.retentionBytes()));
    configs.put("min.insync.replicas", Integer.toString(settings.minInSync()));
    configs.put("max.message.bytes", Integer.toString(maxMessageBytes));
    configs.put("message.timestamp.type", "CreateTime");
    configs.put("unclean.leader.election.enable", "false");
    configs.put("segment.ms", Long.toString(segmentLength(settings).toMillis()));
    if (settings.retentionBytes() != TopicSettings.UNLIMITED) {
      configs.put("segment.bytes", Long.toString(segmentBytes(settings, maxMessageBytes)));
    }
    return configs;
  }

  /** Retention deletes whole segments, and none that is being written. */
  private static Duration segmentLength(TopicSettings settings) {
    Duration part = settings.retention().dividedBy(SEGMENTS);
    return part.compareTo(MAX_SEGMENT) < 0 ? part : MAX_SEGMENT;
  }

  private static long segmentBytes(TopicSettings settings, int maxMessageBytes) {
    long part = Math.min(settings.retentionBytes() / SEGMENTS, MAX_SEGMENT_BYTES);
    return Math.max(part, maxMessageBytes);
  }

  private void create(boolean onlyCheck) {
    NewTopic topic =
        new NewTopic(settings.name(), settings.partitions(), settings.replication())
            .configs(configs(settings, maxMessageBytes));
    try {
      await(
          admin
              .createTopics(List.of(topic), new CreateTopicsOptions().validateOnly(onlyCheck))
              .all());
    } catch (TopicExistsException e) {
      // another node created it
    } catch (KafkaException e) {
      throw refusal("create", e);
    }
  }

  private RuntimeException refusal(String what, KafkaException cause) {
    String message = "cannot " + what + " topic '" + settings.name() + "': " + cause.getMessage();
    return switch (cause) {
      case InvalidReplicationFactorException e ->
          new TopicRefusedException(
              message, "start more brokers, or lower 'log.kafka.replication'");
      case PolicyViolationException e ->
          new TopicRefusedException(message, "create the topic as the policy demands");
      case AuthorizationException e ->
          new TopicRefusedException(
              message,
              "allow this user to describe and create it, or create it with "
                  + settings.partitions()
                  + " partitions");
      case AuthenticationException e ->
          new TopicRefusedException(message, "check the security properties of 'log.kafka'");
      default -> new LogUnavailableException(message, cause);
    };
  }

  private long leftNanos() {
    return deadlineNanos - System.nanoTime();
  }

  private <T> T await(Future<T> answer) {
    return BrokerAnswers.await(answer, Duration.ofNanos(leftNanos()));
  }
}
