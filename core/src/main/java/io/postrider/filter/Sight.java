package io.postrider.filter;

import io.postrider.condition.Decimal;
import io.postrider.condition.Value;
import io.postrider.message.RecordView;
import io.postrider.message.SettledValue;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One record as conditions see it: looked into when the first of them asks for a field. Belongs to
 * one thread.
 */
final class Sight {

  private final RecordView record;
  private final Lookup lookup;
  private @Nullable List<@Nullable SettledValue> found;

  Sight(RecordView record, Lookup lookup) {
    this.record = record;
    this.lookup = lookup;
  }

  RecordView record() {
    return record;
  }

  /** The value of the path of a number. */
  Value value(int number) {
    if (found == null) {
      found = lookup.find(record);
    }
    SettledValue value = found.get(number);
    return value == null ? Value.MISSING : of(value);
  }

  private static Value of(SettledValue value) {
    return switch (value.first()) {
      case '"' -> Value.of(value.text());
      case 't' -> Value.of(true);
      case 'f' -> Value.of(false);
      case 'n' -> Value.MISSING;
      case '{' -> Value.NESTED;
      case '[' -> new Value.Items(value.elements().stream().map(Sight::of).toList());
      default -> Value.of(Decimal.of(value.number()));
    };
  }
}
