package io.postrider.server.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.server.StoredMessage;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Timestamps of messages. */
final class TrackingApiTimeTest extends TrackingTests {

  private static final String RECEIVED = "2026-03-01T19:11:01.266Z";
  private static final String SENT = "2026-03-01T19:11:01.169Z";
  private static final String ORIGINAL = "2026-03-01T19:11:01.152Z";

  @Override
  InstantSource time() {
    return InstantSource.fixed(Instant.parse(RECEIVED));
  }

  @Test
  void wrongClocks_areCorrected() {
    post("/v1/track", track(time("timestamp", ORIGINAL) + "," + time("sentAt", SENT))).isSuccess();
    StoredMessage message = stored().getFirst();
    assertThat(message.text("timestamp")).isEqualTo("2026-03-01T19:11:01.249Z");
    assertThat(message.text("originalTimestamp")).isEqualTo(ORIGINAL);
    assertThat(message.text("sentAt")).isEqualTo(SENT);
    assertThat(message.text("receivedAt")).isEqualTo(RECEIVED);
    assertThat(message.record().timestamp()).isEqualTo(Instant.parse("2026-03-01T19:11:01.249Z"));
  }

  @Test
  void withoutSentAt_theClientsTimestampCounts() {
    post("/v1/track", track(time("timestamp", ORIGINAL))).isSuccess();
    post("/v1/track", track(time("timestamp", ORIGINAL) + "," + time("sentAt", "soon")))
        .isSuccess();
    for (StoredMessage message : stored()) {
      assertThat(message.text("timestamp")).isEqualTo(ORIGINAL);
      assertThat(message.text("originalTimestamp")).isEqualTo(ORIGINAL);
    }
  }

  @Test
  void withoutTimestamp_theReceiptTimeCounts() {
    post("/v1/track", track("")).isSuccess();
    post("/v1/track", track(time("sentAt", SENT))).isSuccess();
    for (StoredMessage message : stored()) {
      assertThat(message.text("timestamp")).isEqualTo(RECEIVED);
      assertThat(message.tree().has("originalTimestamp")).isFalse();
    }
  }

  @Test
  void batchesSentAt_countsForMessagesWithoutOne() {
    String own = time("sentAt", "2026-03-01T19:11:01.152Z");
    post(
            "/v1/batch",
            "{"
                + time("sentAt", SENT)
                + ","
                + batch(
                        track(time("timestamp", ORIGINAL)),
                        track(time("timestamp", ORIGINAL) + "," + own),
                        track(time("timestamp", ORIGINAL) + ",\"sentAt\":null"))
                    .substring(1))
        .isSuccess();
    assertThat(stored().stream().map(message -> message.text("timestamp")))
        .containsExactly("2026-03-01T19:11:01.249Z", RECEIVED, "2026-03-01T19:11:01.249Z");
  }

  @Test
  void timestamps_areParsedLenientlyAndNormalized() {
    Map<String, String> forms = new LinkedHashMap<>();
    forms.put("2026-01-02T03:04:05.678Z", "2026-01-02T03:04:05.678Z");
    forms.put("2026-01-02T03:04:05.678+00:00", "2026-01-02T03:04:05.678Z");
    forms.put("2026-01-02T03:04:05.678+0000", "2026-01-02T03:04:05.678Z");
    forms.put("2026-01-02T03:04:05.678+00", "2026-01-02T03:04:05.678Z");
    forms.put("2026-01-02T03:04:05.678-05:30", "2026-01-02T08:34:05.678Z");
    forms.put("2026-01-02T03:04:05.678", "2026-01-02T03:04:05.678Z");
    forms.put("2026-01-02T03:04:05Z", "2026-01-02T03:04:05.000Z");
    forms.put("2026-01-02T03:04:05.6Z", "2026-01-02T03:04:05.600Z");
    forms.put("2026-01-02T03:04:05.678999999Z", "2026-01-02T03:04:05.678Z");
    forms.put("2026-01-02T03:04Z", "2026-01-02T03:04:00.000Z");
    forms.put("2026-1-2T03:04:05Z", "2026-01-02T03:04:05.000Z");
    forms.put("2026-01-02", "2026-01-02T00:00:00.000Z");
    forms.put("2024-02-29", "2024-02-29T00:00:00.000Z");
    List<String> items = new ArrayList<>();
    forms.keySet().forEach(form -> items.add(track(time("timestamp", form))));
    post("/v1/batch", batch(items.toArray(String[]::new))).isSuccess();
    List<StoredMessage> stored = stored();
    assertThat(stored.stream().map(message -> message.text("timestamp")))
        .containsExactlyElementsOf(forms.values());
    assertThat(stored.stream().map(message -> message.text("originalTimestamp")))
        .containsExactlyElementsOf(forms.values());
  }

  @Test
  void receivedAt_isSetByTheServer() {
    String past = time("receivedAt", "1999-01-01T00:00:00.000Z");
    post("/v1/batch", batch(track(past), track(past), track(""))).isSuccess();
    List<StoredMessage> stored = stored();
    assertThat(stored.stream().map(message -> message.text("receivedAt")))
        .hasSize(3)
        .containsOnly(RECEIVED);
    assertThat(stored.stream().map(message -> message.record().receivedAt()))
        .containsOnly(Instant.parse(RECEIVED));
  }

  private static String time(String name, String value) {
    return "\"" + name + "\":\"" + value + "\"";
  }
}
