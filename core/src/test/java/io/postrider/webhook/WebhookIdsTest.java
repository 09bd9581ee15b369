package io.postrider.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.message.IngestHarness;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WebhookIdsTest {

  @Test
  void plainMessageId_isTheWebhookId() {
    assertThat(idOf("node-next-1700_AZ")).isEqualTo("node-next-1700_AZ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a.b", "a b", "é", "a\\r\\nX-Evil: 1", "😀"})
  void otherMessageId_becomesAStableHash(String messageId) {
    assertThat(idOf(messageId)).matches("msg_[0-9a-f]{32}").isEqualTo(idOf(messageId));
  }

  private static String idOf(String messageId) {
    return WebhookIds.of(
        new IngestHarness()
            .track("{\"userId\":\"u\",\"event\":\"e\",\"messageId\":\"" + messageId + "\"}")
            .view(0));
  }
}
