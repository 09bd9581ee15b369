package io.postrider.server.delivery.stats;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.delivery.Outcome;
import io.postrider.route.Webhook;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AttemptSamplesTest {

  private static AttemptSample sample(long offset, boolean delivered, int bodyLength) {
    return new AttemptSample(
        Instant.ofEpochMilli(offset),
        0,
        offset,
        offset % 3,
        1,
        "http://example.com/",
        delivered ? new Outcome.Delivered(200) : new Outcome.TimedOut("late"),
        Duration.ZERO,
        new BodySample(null, Map.of(), "x".repeat(bodyLength), false),
        null);
  }

  @Test
  void samples_areBoundedInNumber() {
    AttemptSamples samples = new AttemptSamples(new SampleMemory(1 << 30));
    for (int i = 0; i < 1_000; i++) {
      samples.add(sample(i, i % 2 == 0, 10));
    }
    assertThat(samples.newestFirst()).hasSize(100);
    assertThat(samples.newestFirst().getFirst().offset()).isEqualTo(999);
    assertThat(samples.newestFirst()).filteredOn(AttemptSample::isDelivered).hasSize(20);
  }

  @Test
  void samples_areBoundedInBytesByTheShareOfADestination() {
    SampleMemory memory = new SampleMemory(1 << 20);
    memory.divide(64);
    AttemptSamples samples = new AttemptSamples(memory);
    for (int i = 0; i < 100; i++) {
      samples.add(sample(i, false, 4_000));
    }
    assertThat(samples.newestFirst()).hasSizeBetween(2, 4);
    memory.divide(1);
    for (int i = 0; i < 100; i++) {
      samples.add(sample(i, false, 4_000));
    }
    assertThat(samples.newestFirst()).hasSize(80);
  }

  @Test
  void busyDestination_isSampledAFewTimesASecond() {
    AttemptSamples samples = new AttemptSamples(new SampleMemory(1 << 20));
    int delivered = 0;
    int failed = 0;
    for (int i = 0; i < 1_000; i++) {
      delivered += samples.wants(true, 5_000 + i) ? 1 : 0;
      failed += samples.wants(false, 5_000 + i) ? 1 : 0;
    }
    assertThat(delivered).isEqualTo(1);
    assertThat(failed).isEqualTo(5);
    assertThat(samples.wants(true, 6_000)).isTrue();
  }

  @Test
  void secrets_areMasked() {
    assertThat(SecretMask.url("https://user:pass@example.com:8443/a/b?token=1#x"))
        .isEqualTo("https://example.com:8443/a/b");
    assertThat(SecretMask.url("http://user@my_service:8080/a?token=1"))
        .isEqualTo("http://my_service:8080/a");
    assertThat(SecretMask.url("https://example.com/a b?token=1")).doesNotContain("token");
    assertThat(SecretMask.value(new Webhook.Header("Authorization", "Bearer x"))).isEqualTo("***");
    assertThat(SecretMask.value(new Webhook.Header("X-API-Key", "x"))).isEqualTo("***");
    assertThat(SecretMask.value(new Webhook.Header("X-Team", "blue"))).isEqualTo("blue");
  }
}
