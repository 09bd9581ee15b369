package io.postrider.log.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.TopicPartitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class TopicCheckTest {

  private static final int MAX_MESSAGE_BYTES = 1_000_000;

  private final TopicSettings settings =
      new TopicSettings("events", 12, (short) 3, 2, Duration.ofDays(7));
  private final TopicCheck check = new TopicCheck(settings, MAX_MESSAGE_BYTES);

  /** The values at their bounds. */
  private final Map<String, String> config =
      new TreeMap<>(
          Map.of(
              "cleanup.policy", "delete",
              "message.timestamp.type", "CreateTime",
              "unclean.leader.election.enable", "false",
              "retention.bytes", "-1",
              "retention.ms", "604800000",
              "min.insync.replicas", "2",
              "max.message.bytes", "1000000"));

  private void verify(int partitions, int replicas) {
    verify(check, partitions, replicas);
  }

  private void verify(TopicCheck against, int partitions, int replicas) {
    List<Node> nodes = new ArrayList<>();
    for (int i = 0; i < replicas; i++) {
      nodes.add(new Node(i, "broker", 9092));
    }
    List<TopicPartitionInfo> all = new ArrayList<>();
    for (int i = 0; i < partitions; i++) {
      all.add(new TopicPartitionInfo(i, nodes.getFirst(), nodes, nodes));
    }
    List<ConfigEntry> entries = new ArrayList<>();
    config.forEach((key, value) -> entries.add(new ConfigEntry(key, value)));
    against.verify(new TopicDescription("events", false, all), new Config(entries));
  }

  @Test
  void fittingTopic_isAccepted() {
    assertThatCode(() -> verify(12, 3)).doesNotThrowAnyException();
    assertThatCode(() -> verify(12, 4)).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @CsvSource({
    "retention.ms, -1",
    "retention.ms, 604800001",
    "min.insync.replicas, 3",
    "max.message.bytes, 1000001"
  })
  void largerValue_isAccepted(String key, String value) {
    config.put(key, value);
    assertThatCode(() -> verify(12, 3)).doesNotThrowAnyException();
  }

  @Test
  void keysThatABrokerDoesNotKnow_areAccepted() {
    config.clear();
    assertThatCode(() -> verify(12, 3)).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @CsvSource({
    "cleanup.policy, compact, delete",
    "cleanup.policy, 'compact,delete', delete",
    "message.timestamp.type, LogAppendTime, CreateTime",
    "unclean.leader.election.enable, true, false",
    "retention.bytes, 1073741824, -1",
    "retention.ms, 604799999, 604800000",
    "min.insync.replicas, 1, 2",
    "max.message.bytes, 999999, 1000000"
  })
  void wrongValue_isRefusedWithTheCommandThatCorrectsIt(String key, String value, String expected) {
    config.put(key, value);
    assertThatThrownBy(() -> verify(12, 3))
        .isInstanceOf(TopicRefusedException.class)
        .hasMessageContaining("topic 'events'")
        .hasMessageContaining(key + " is " + value + ", expected " + expected)
        .hasMessageContaining("--topic events --add-config " + key + "=" + expected);
  }

  @Test
  void limitOfSize_mayBeLarger() {
    TopicCheck limited =
        new TopicCheck(
            new TopicSettings("events", 12, (short) 3, 2, Duration.ofDays(7), 1_000),
            MAX_MESSAGE_BYTES);
    config.put("retention.bytes", "1000");
    verify(limited, 12, 3);
    config.put("retention.bytes", "-1");
    verify(limited, 12, 3);
    config.put("retention.bytes", "999");
    assertThatThrownBy(() -> verify(limited, 12, 3))
        .hasMessageContaining("retention.bytes is 999, expected 1000 or more");
  }

  @Test
  void partitionCount_mustBeTheSame() {
    for (int partitions : List.of(11, 13)) {
      assertThatThrownBy(() -> verify(partitions, 3))
          .isInstanceOf(TopicRefusedException.class)
          .hasMessageContaining(partitions + " partitions, 'log.kafka.partitions' is 12")
          .hasMessageContaining("'log.kafka.topic'");
    }
  }

  @Test
  void tooFewReplicas_areRefused() {
    assertThatThrownBy(() -> verify(12, 2))
        .isInstanceOf(TopicRefusedException.class)
        .hasMessageContaining("2 replicas, 'log.kafka.replication' is 3")
        .hasMessageContaining("kafka-reassign-partitions");
  }

  @Test
  void allDifferences_areNamedAtOnce() {
    config.put("cleanup.policy", "compact");
    config.put("min.insync.replicas", "1");
    assertThatThrownBy(() -> verify(1, 1))
        .satisfies(
            e ->
                assertThat(e.getMessage())
                    .contains("1 partitions", "1 replicas")
                    .endsWith("--add-config cleanup.policy=delete,min.insync.replicas=2"));
  }
}
