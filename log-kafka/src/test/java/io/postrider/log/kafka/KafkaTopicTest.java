package io.postrider.log.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class KafkaTopicTest {

  private static final int MAX_MESSAGE_BYTES = 1 << 20;

  private static Map<String, String> configs(Duration retention, long retentionBytes) {
    return KafkaTopic.configs(
        new TopicSettings("topic", 1, (short) 1, 1, retention, retentionBytes), MAX_MESSAGE_BYTES);
  }

  @Test
  void segments_areAFractionOfTheRetention() {
    assertThat(configs(Duration.ofHours(8), TopicSettings.UNLIMITED))
        .containsEntry("segment.ms", "3600000")
        .doesNotContainKey("segment.bytes");
    assertThat(configs(Duration.ofDays(365), TopicSettings.UNLIMITED))
        .containsEntry("segment.ms", "86400000");
  }

  @Test
  void limitedTopic_hasSegmentsOfAFractionOfItsSize() {
    assertThat(configs(Duration.ofDays(7), 80L << 20))
        .containsEntry("segment.bytes", Long.toString(10L << 20));
    assertThat(configs(Duration.ofDays(7), 80L << 30))
        .containsEntry("segment.bytes", Long.toString(1L << 30));
  }

  @Test
  void segment_holdsTheLargestAppend() {
    assertThat(configs(Duration.ofDays(7), 1L << 20))
        .containsEntry("segment.bytes", Integer.toString(MAX_MESSAGE_BYTES));
  }
}
