package io.postrider.filter;

import io.postrider.id.WireNamed;
import io.postrider.message.Field;
import java.util.List;
import java.util.Optional;

/** The action of a filter on matching messages. Immutable. */
public sealed interface FilterAction {

  int MAX_FIELDS = 100;

  /** Drops them. */
  record Drop() implements FilterAction {}

  /**
   * Lets a deterministic sample pass.
   *
   * @param perMillion the sample size per million, between 0 and a million, exclusive
   */
  record Sample(int perMillion, By by) implements FilterAction {

    public static final int ALL = 1_000_000;

    public Sample {
      if (perMillion <= 0 || perMillion >= ALL) {
        throw new IllegalArgumentException(perMillion + " of a million");
      }
    }
  }

  /** The unit of sampling. */
  enum By implements WireNamed {
    MESSAGE_ID(Field.MESSAGE_ID),
    /** Users: either all messages of a user pass, or none. */
    USER_ID(Field.USER_ID);

    private final Field field;

    By(Field field) {
      this.field = field;
    }

    @Override
    public String wireName() {
      return field.wireName();
    }

    public static Optional<By> parse(String wireName) {
      return WireNamed.parse(By.class, wireName);
    }
  }

  /** Removes fields. */
  record Omit(List<FieldPath> fields) implements FilterAction {

    public Omit {
      fields = List.copyOf(fields);
    }
  }

  /** Removes all other fields from the named objects among properties, traits and context. */
  record Keep(List<FieldPath> fields) implements FilterAction {

    public Keep {
      fields = List.copyOf(fields);
    }
  }
}
