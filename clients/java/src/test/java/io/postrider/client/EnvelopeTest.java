package io.postrider.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class EnvelopeTest {

  private static final Instant NOW = Instant.parse("2026-01-31T12:00:01.250Z");

  @Test
  void body_containsTheLibraryInTheContext() {
    QueuedMessage stamped = Messages.message("a");
    QueuedMessage chosen =
        Messages.encoded(new Alias("o", "n").messageId("b").timestamp("2009-11-10"));
    assertThat(new String(Envelope.body(List.of(stamped, chosen), NOW), UTF_8))
        .isEqualTo(
            "{\"context\":{\"library\":{\"name\":\"postrider-java\",\"version\":\"1.0.0\"}},"
                + "\"batch\":[{\"type\":\"track\",\"userId\":\"u\",\"event\":\"E\","
                + "\"messageId\":\"a\",\"timestamp\":\"2026-01-31T12:00:00.000Z\","
                + "\"sentAt\":\"2026-01-31T12:00:01.250Z\"},"
                + "{\"type\":\"alias\",\"userId\":\"n\",\"previousId\":\"o\","
                + "\"messageId\":\"b\",\"timestamp\":\"2009-11-10\"}]}");
  }

  @Test
  void sentBytes_matchTheBody() {
    QueuedMessage message = Messages.message("a");
    int one = Envelope.body(List.of(message), NOW).length;
    int two = Envelope.body(List.of(message, message), NOW).length;
    assertThat(two - one).isEqualTo(message.sentBytes() + 1);
  }

  @Test
  void batch_isLimitedToTheByte() {
    List<QueuedMessage> messages =
        new ArrayList<>(Collections.nCopies(15, Messages.encoded(Messages.ofBytes(32_768))));
    int rest = 512_000 - Envelope.body(messages, NOW).length - 1;
    messages.add(Messages.encoded(Messages.ofBytes(rest)));
    assertThat(Envelope.body(messages, NOW)).hasSize(512_000);
    assertThat(Envelope.fitting(messages, 2_500)).isEqualTo(16);

    messages.set(15, Messages.encoded(Messages.ofBytes(rest + 1)));
    assertThat(Envelope.fitting(messages, 2_500)).isEqualTo(15);
  }

  @Test
  void batch_isLimitedByMessages() {
    List<QueuedMessage> messages = Collections.nCopies(2_501, Messages.message("a"));
    assertThat(Envelope.fitting(messages, 2_500)).isEqualTo(2_500);
    assertThat(Envelope.fitting(messages.subList(0, 2_500), 2_500)).isEqualTo(2_500);
    assertThat(Envelope.fitting(messages, 1)).isEqualTo(1);
  }
}
