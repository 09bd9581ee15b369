package io.postrider.server.delivery.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.server.delivery.api.DeliveryHistory.Attempt;
import io.postrider.server.delivery.api.DeliveryHistory.Ending;
import io.postrider.server.delivery.api.DeliveryHistory.Failed;
import io.postrider.server.delivery.stats.BodySample;
import io.postrider.server.http.admin.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** No text of a delivery shows a viewer the secrets of a URL. */
final class RedactedDeliveryTest {

  private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
  private static final String URL = "https://example.com/hook?sekret";
  private static final String TEXT = "Cannot post to " + URL + " now.";

  private static void assertMasked(Object shown) {
    assertThat(Json.text(shown)).contains("https://example.com/hook?***").doesNotContain("sekret");
  }

  private static Attempt attempt(String url, String message, BodySample answer) {
    BodySample request = new BodySample(null, Map.of(), "{}", false);
    return new Attempt(
        NOON,
        "m",
        "track",
        1,
        url,
        Ending.FAILED,
        500,
        "http_status",
        message,
        Duration.ZERO,
        request,
        answer);
  }

  private static BodySample answer(Map<String, String> headers, String body) {
    return new BodySample(500, headers, body, false);
  }

  @Test
  void attempt_hasNoSecretsOfUrls() {
    BodySample plain = answer(Map.of(), "");
    assertMasked(RedactedDelivery.withoutSecrets(attempt(URL, "", plain)));
    assertMasked(RedactedDelivery.withoutSecrets(attempt("", TEXT, plain)));
    assertMasked(RedactedDelivery.withoutSecrets(attempt("", "", answer(Map.of(), TEXT))));
    assertMasked(
        RedactedDelivery.withoutSecrets(attempt("", "", answer(Map.of("Link", TEXT), ""))));
  }

  @Test
  void headersOfAnAnswer_haveNoSecrets() {
    BodySample answer =
        answer(
            Map.of("Location", "/other?sekret", "Content-Location", "?sekret", "Set-Cookie", "a=b"),
            "");
    assertThat(RedactedDelivery.withoutSecrets(attempt("", "", answer)).answer())
        .extracting(BodySample::headers)
        .isEqualTo(
            Map.of("Location", "/other?***", "Content-Location", "?***", "Set-Cookie", "***"));
  }

  @Test
  void failedDelivery_hasNoSecretsOfUrls() {
    assertMasked(
        RedactedDelivery.withoutSecrets(
            new Failed(0, 1, "m", "track", NOON, NOON, "http_status", 500, TEXT, null, true)));
  }

  @Test
  void entryOfTheLedger_hasNoSecretsOfUrls() {
    assertMasked(RedactedDelivery.withoutSecrets(entry(TEXT, "")));
    assertMasked(RedactedDelivery.withoutSecrets(entry("", TEXT)));
  }

  private static LedgerEntryView entry(String message, String answer) {
    return new LedgerEntryView(
        NOON,
        null,
        null,
        0,
        1,
        "m",
        "track",
        "E",
        null,
        1,
        false,
        false,
        true,
        500,
        "http_status",
        message,
        null,
        Duration.ZERO,
        2,
        answer,
        null);
  }
}
