package io.postrider.client;

import static io.postrider.client.Messages.encoded;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EncoderTest {

  private static void assertRefused(Message<?> message, String words) {
    assertThatThrownBy(() -> encoded(message))
        .isInstanceOf(InvalidMessageException.class)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(words);
  }

  @Test
  void missingFields_throwTheKnownMessages() {
    String nobody = "You must pass either an 'anonymousId' or 'userId'.";
    assertRefused(new Identify(), nobody);
    assertRefused(new Identify().userId("").anonymousId(""), nobody);
    assertRefused(new Track("E"), nobody);
    assertRefused(new Page("Home"), nobody);
    assertRefused(new Screen("Home"), nobody);
    assertRefused(new Group("acme"), nobody);
    assertRefused(new Track(""), "You must pass 'event'.");
    assertRefused(new Track(null).userId("u"), "You must pass 'event'.");
    assertRefused(new Group(""), "You must pass a 'groupId'.");
    assertRefused(new Group(null).userId("u"), "You must pass a 'groupId'.");
    assertRefused(new Alias("", ""), "You must pass a 'userId'.");
    assertRefused(new Alias("old", null), "You must pass a 'userId'.");
    assertRefused(new Alias(null, "new"), "You must pass a 'previousId'.");
  }

  @Test
  void requiredFields_areEnough() {
    encoded(new Identify().anonymousId("a"));
    encoded(new Track("E").anonymousId("a"));
    encoded(new Page().anonymousId("a"));
    encoded(new Screen().anonymousId("a"));
    encoded(new Group("g").anonymousId("a"));
    encoded(new Alias("old", "new"));
  }

  @Test
  void message_isLimitedToTheByte_asSent() {
    assertThat(encoded(Messages.ofBytes(32_768)).sentBytes()).isEqualTo(32_768);
    assertRefused(
        Messages.ofBytes(32_769),
        "The track message sized is over the limit of 32,768 bytes for a single call.");
    Track history = new Track("E").userId("u").messageId("h").timestamp("2009").property("x", "");
    int more = 32_768 - encoded(history).sentBytes();
    assertThat(encoded(history.property("x", "x".repeat(more))).sentBytes()).isEqualTo(32_768);
    assertRefused(
        history.property("x", "x".repeat(more + 1)),
        "The track message h is over the limit of 32,768 bytes for a single call.");
  }

  @Test
  void hugeMessage_isRejectedBeforeItIsEncoded() {
    List<Object> list = new ArrayList<>();
    for (int i = 0; i < 1_000_000; i++) {
      list.add(list.size());
    }
    assertRefused(
        new Track("E").userId("u").messageId("huge").property("list", list),
        "The track message huge is over the limit of 32,768 bytes for a single call.");
  }

  @Test
  void messageId_hasAtMostAHundredCharacters() {
    assertThat(Messages.message("😀".repeat(100)).messageId()).isEqualTo("😀".repeat(100));
    assertRefused(
        new Track("E").userId("u").messageId("x".repeat(101)),
        "A 'messageId' can have at most 100 characters.");
  }

  @Test
  void nesting_leavesTwoLevelsForTheBatch() {
    encoded(new Track("E").userId("u").property("deep", nested(60)));
    assertThatThrownBy(() -> encoded(new Track("E").userId("u").property("deep", nested(61))))
        .isInstanceOf(InvalidMessageException.class)
        .hasMessageStartingWith("'properties.deep[0]")
        .hasMessageEndingWith("nests deeper than 62 levels.");
  }

  private static Object nested(int levels) {
    Object value = List.of();
    for (int i = 1; i < levels; i++) {
      value = List.of(value);
    }
    return value;
  }

  @Test
  void unsupportedValue_isNamedWithItsPath() {
    assertRefused(
        new Track("E").userId("u").property("price", Double.NaN),
        "'properties.price' is NaN, which JSON cannot represent.");
    Map<String, Object> context = new HashMap<>();
    context.put("me", new Object[] {context});
    assertThatThrownBy(() -> encoded(new Page().userId("u").context(context)))
        .hasMessageStartingWith("'context.me[0]")
        .hasMessageEndingWith("contains itself.");
  }

  @Test
  void encoder_worksAfterAnInvalidMessage() {
    Encoder encoder = new Encoder(new MessageIds(new java.util.Random(1)));
    assertThatThrownBy(
        () ->
            encoder.encode(new Track("E").userId("u").property("t", new Thread()), FakeTime.START));
    String json = encoder.encode(new Alias("a", "b").messageId("m"), FakeTime.START).json();
    assertThat(json)
        .isEqualTo(
            "{\"type\":\"alias\",\"userId\":\"b\",\"previousId\":\"a\",\"messageId\":\"m\","
                + "\"timestamp\":\"2026-01-31T12:00:00.000Z\"}");
  }

  @Test
  void call_copiesItsArguments() {
    List<Object> items = new ArrayList<>(List.of(1));
    Map<String, Object> properties = new HashMap<>(Map.of("items", items));
    Track track = new Track("E").userId("u").properties(properties);
    QueuedMessage first = encoded(track);
    items.add(2);
    properties.put("more", true);
    track.userId("other");
    assertThat(first.json()).contains("{\"items\":[1]}").contains("\"userId\":\"u\"");
    assertThat(encoded(track).json()).contains("[1,2]").contains("\"userId\":\"other\"");
  }

  @Test
  void callersMap_isNeverChanged() {
    Map<String, Object> given = Map.of("a", 1);
    Track track =
        new Track("E")
            .userId("u")
            .properties(given)
            .property("b", 2)
            .context(given)
            .context("c", null)
            .integrations(given)
            .integration("Webhooks", false);
    assertThat(encoded(track).json())
        .contains("\"properties\":{\"a\":1,\"b\":2}")
        .contains("\"context\":{\"a\":1,\"c\":null}")
        .contains("\"integrations\":{\"a\":1,\"Webhooks\":false}");
  }

  @Test
  void reusedMessage_hasANewIdEachTime() {
    Encoder encoder = new Encoder(new MessageIds(new java.util.Random(1)));
    Track track = new Track("E").userId("u");
    assertThat(encoder.encode(track, FakeTime.START).messageId())
        .isNotEqualTo(encoder.encode(track, FakeTime.START).messageId());
  }

  @Test
  void callersTimestamp_isSentUnchanged_withoutSentAt() {
    Track track = new Track("E").userId("u");
    assertThat(encoded(track).isStamped()).isTrue();
    QueuedMessage text = encoded(track.timestamp("2009-11-10T23:00:00+0000"));
    assertThat(text.isStamped()).isFalse();
    assertThat(text.json()).contains("\"timestamp\":\"2009-11-10T23:00:00+0000\"");
    QueuedMessage instant = encoded(track.timestamp(Instant.parse("2009-11-10T23:00:00Z")));
    assertThat(instant.isStamped()).isFalse();
    assertThat(instant.json()).contains("\"timestamp\":\"2009-11-10T23:00:00.000Z\"");
    assertThat(encoded(track.timestamp((Instant) null)).isStamped()).isTrue();
    assertThat(encoded(track.timestamp("")).isStamped()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2009-11-10T23:00:00.123Z",
        "2009-11-10 23:00:00+01:00",
        "2009-11-10t23:00:00,5z",
        "20091110T230000-0330",
        "2009-W05-6",
        "2009",
        "2009-13-45" // the service rejects it
      })
  void possibleTimestamp_isAccepted(String timestamp) {
    assertThat(encoded(new Track("E").userId("u").timestamp(timestamp)).json())
        .contains("\"timestamp\":\"" + timestamp + "\"");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "yesterday",
        "209",
        " 2009-11-10",
        "-2009-11-10",
        "10/11/2009",
        "2009/11/10",
        "2009-11-10T23:00:00 PST",
        "2009-11-10\n",
        "２００９-11-10"
      })
  void impossibleTimestamp_isRejected(String timestamp) {
    assertThatThrownBy(() -> encoded(new Track("E").userId("u").timestamp(timestamp)))
        .isInstanceOf(InvalidMessageException.class)
        .hasMessage("You must pass a 'timestamp' in ISO 8601: 2026-01-31T12:00:00Z.");
  }

  @Test
  void instantAfterYear9999_isRejected() {
    Instant last = Instant.parse("9999-12-31T23:59:59.999Z");
    assertThat(encoded(new Track("E").userId("u").timestamp(last)).isStamped()).isFalse();
    assertThatThrownBy(() -> encoded(new Track("E").userId("u").timestamp(last.plusMillis(1))))
        .isInstanceOf(InvalidMessageException.class);
  }
}
