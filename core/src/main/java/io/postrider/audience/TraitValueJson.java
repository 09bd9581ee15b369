package io.postrider.audience;

import io.postrider.condition.Decimal;
import io.postrider.condition.Value;
import io.postrider.message.CanonicalJson;
import io.postrider.message.Timestamps;
import io.postrider.profile.StoredValue;
import java.nio.charset.StandardCharsets;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Values of computed traits as JSON: as they are sent, and as they are stored. Pure. */
public final class TraitValueJson {

  private TraitValueJson() {}

  /** As it is sent; {@code null} for none. */
  public static String sent(Value value) {
    return switch (value) {
      case Value.Text(String text) -> quoted(text);
      case Value.Numeral(Decimal number) -> number.toString();
      case Value.Truth(boolean truth) -> Boolean.toString(truth);
      case Value.Items items -> list(items, TraitValueJson::sent);
      case Value.Missing _ -> "null";
      case Value.Nested _ -> throw new IllegalArgumentException("an object cannot be sent");
    };
  }

  /** As it is stored and compared. */
  public static String stored(Value value) {
    return value instanceof Value.Items items
        ? list(items, TraitValueJson::stored)
        : quoted(StoredValue.of(value));
  }

  /** The moment that is stored beside it if it is a text that is a time; else null. */
  public static @Nullable String moment(Value value) {
    long millis =
        value instanceof Value.Text(String text) ? StoredValue.millis(text) : Timestamps.UNREADABLE;
    return millis == Timestamps.UNREADABLE ? null : quoted(StoredValue.moment(millis));
  }

  private static String list(Value.Items items, Function<Value, String> text) {
    StringBuilder json = new StringBuilder("[");
    for (Value item : items.items()) {
      json.append(json.length() == 1 ? "" : ",").append(text.apply(item));
    }
    return json.append(']').toString();
  }

  /** A text as a string of JSON. */
  public static String quoted(String text) {
    return '"' + new String(CanonicalJson.stringBytes(text), StandardCharsets.UTF_8) + '"';
  }
}
