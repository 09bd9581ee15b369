package io.postrider.audience;

import io.postrider.condition.Decimal;
import io.postrider.condition.Value;
import io.postrider.message.CanonicalJson;
import io.postrider.message.CanonicalMembers;
import io.postrider.message.CanonicalValue;
import io.postrider.message.Timestamps;
import io.postrider.profile.StoredValue;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Encodes values of computed traits as JSON, for sending and for storage. Pure. */
public final class TraitValueJson {

  private TraitValueJson() {}

  /** The sent form; {@code null} for a missing value. */
  public static String sent(Value value) {
    return switch (value) {
      case Value.Text(String text) -> CanonicalJson.quoted(text);
      case Value.Numeric(Decimal number) -> CanonicalJson.number(number.toString());
      case Value.Bool(boolean truth) -> Boolean.toString(truth);
      case Value.Items items -> list(items, TraitValueJson::sent);
      case Value.Missing _ -> "null";
      case Value.Nested _ -> throw new IllegalArgumentException("an object cannot be sent");
    };
  }

  /** Reads the sent form in canonical JSON. */
  public static Value value(CanonicalValue json) {
    return switch (json.first()) {
      case '"' -> Value.of(json.text());
      case 't', 'f' -> Value.of(json.first() == 't');
      case '[' -> new Value.Items(json.elements().stream().map(TraitValueJson::value).toList());
      case 'n' -> Value.MISSING;
      case '{' -> Value.NESTED;
      default -> Value.of(Decimal.of(json.number()));
    };
  }

  /** Whether a sent form says this value, however its numbers are spelled. */
  public static boolean says(String sent, Value value) {
    if (sent.equals(sent(value))) {
      return true;
    }
    byte[] object = ("{\"value\":" + sent + "}").getBytes(StandardCharsets.UTF_8);
    CanonicalMembers members = CanonicalMembers.of(ByteBuffer.wrap(object), 0, object.length);
    return members.next() && value(members.value()).equals(value);
  }

  /** The stored form, which is also compared. */
  public static String stored(Value value) {
    return value instanceof Value.Items items
        ? list(items, TraitValueJson::stored)
        : CanonicalJson.quoted(StoredValue.of(value));
  }

  /** The instant that is stored with a text that is a time; null for other values. */
  public static @Nullable String moment(Value value) {
    long millis =
        value instanceof Value.Text(String text) ? StoredValue.millis(text) : Timestamps.UNREADABLE;
    return millis == Timestamps.UNREADABLE
        ? null
        : CanonicalJson.quoted(StoredValue.moment(millis));
  }

  private static String list(Value.Items items, Function<Value, String> text) {
    return items.items().stream().map(text).collect(Collectors.joining(",", "[", "]"));
  }
}
