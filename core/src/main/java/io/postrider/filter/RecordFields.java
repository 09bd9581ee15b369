package io.postrider.filter;

import io.postrider.condition.Decimal;
import io.postrider.condition.Value;
import io.postrider.message.CanonicalValue;
import io.postrider.message.RecordView;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The fields of one record, looked up when a condition first needs one. Belongs to one thread. */
final class RecordFields {

  private final RecordView record;
  private final PathLookup lookup;
  private @Nullable List<@Nullable CanonicalValue> found;

  RecordFields(RecordView record, PathLookup lookup) {
    this.record = record;
    this.lookup = lookup;
  }

  RecordView record() {
    return record;
  }

  Value value(int number) {
    if (found == null) {
      found = lookup.find(record);
    }
    CanonicalValue value = found.get(number);
    return value == null ? Value.MISSING : of(value);
  }

  private static Value of(CanonicalValue value) {
    return switch (value.first()) {
      case '"' -> Value.of(value.text());
      case 't' -> Value.of(true);
      case 'f' -> Value.of(false);
      case 'n' -> Value.MISSING;
      case '{' -> Value.NESTED;
      case '[' -> new Value.Items(value.elements().stream().map(RecordFields::of).toList());
      default -> Value.of(Decimal.of(value.number()));
    };
  }
}
