package io.postrider.client;

import io.postrider.client.json.Iso8601;
import io.postrider.client.json.JsonException;
import io.postrider.client.json.JsonTooLongException;
import io.postrider.client.json.JsonWriter;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Encodes a message as JSON. Used by one thread at a time; reusable. */
final class Encoder implements Message.Members {
  private static final int MAX_BUFFER_BYTES = 2 * Limits.MESSAGE_BYTES;
  private static final int YEAR_DIGITS = 4;
  private static final String TIME_CHARACTERS = "-+:., TtWwZz";

  private final JsonWriter json = new JsonWriter(Limits.MESSAGE_BYTES, Limits.MESSAGE_LEVELS);
  private final MessageIds ids;

  Encoder(MessageIds ids) {
    this.ids = ids;
  }

  /** Validates and encodes a message. The result does not refer to the caller's maps. */
  QueuedMessage encode(Message<?> message, Instant now) {
    message.validate();
    String given = message.messageId();
    String id = given == null || given.isEmpty() ? ids.next() : checked(given);
    try {
      return write(message, id, now);
    } catch (JsonException e) {
      throw new InvalidMessageException(e.getMessage() == null ? "" : e.getMessage(), e);
    } catch (JsonTooLongException e) {
      throw tooLong(message, id);
    } finally {
      json.clear(MAX_BUFFER_BYTES);
    }
  }

  private QueuedMessage write(Message<?> message, String id, Instant now) {
    String chosen = text(message.timestamp());
    json.beginObject(message);
    json.name("type", true);
    json.string(message.type());
    add("userId", message.userId());
    add("anonymousId", message.anonymousId());
    message.describe(this);
    add(message.detailsName(), message.details());
    add("context", message.context());
    add("integrations", message.integrations());
    add("messageId", id);
    add("timestamp", chosen.isEmpty() ? Iso8601.millisText(now) : checkedTime(chosen));
    json.endObject();
    QueuedMessage queued = new QueuedMessage(message.type(), id, json.toBytes(), chosen.isEmpty());
    if (queued.sentBytes() > Limits.MESSAGE_BYTES) {
      throw tooLong(message, id);
    }
    return queued;
  }

  private static String checked(String id) {
    if (id.codePointCount(0, id.length()) > Limits.MESSAGE_ID_CHARACTERS) {
      throw new InvalidMessageException(
          "A 'messageId' can have at most " + Limits.MESSAGE_ID_CHARACTERS + " characters.");
    }
    return id;
  }

  /**
   * Throws if a text is certainly not a time: it does not begin with a year of four digits, or has
   * characters that no time has. The service checks the rest; it accepts many formats.
   */
  private static String checkedTime(String text) {
    boolean possible = text.length() >= YEAR_DIGITS;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean digit = c >= '0' && c <= '9';
      possible &= digit || (i >= YEAR_DIGITS && TIME_CHARACTERS.indexOf(c) >= 0);
    }
    if (!possible) {
      throw new InvalidMessageException(
          "You must pass a 'timestamp' in ISO 8601: 2026-01-31T12:00:00Z.");
    }
    return text;
  }

  private static InvalidMessageException tooLong(Message<?> message, String id) {
    return new InvalidMessageException(
        String.format(
            "The %s message %s is over the limit of %,d bytes for a single call.",
            message.type(), id, Limits.MESSAGE_BYTES));
  }

  private static String text(@Nullable Object timestamp) {
    if (timestamp == null) {
      return "";
    }
    return timestamp instanceof Instant ? Iso8601.text((Instant) timestamp) : timestamp.toString();
  }

  @Override
  public void add(String name, @Nullable String value) {
    if (value != null && !value.isEmpty()) {
      json.name(name, false);
      json.string(value);
    }
  }

  private void add(String name, @Nullable Map<String, ?> values) {
    if (values != null && !values.isEmpty()) {
      json.name(name, false);
      json.value(values);
    }
  }
}
