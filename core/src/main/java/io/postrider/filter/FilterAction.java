package io.postrider.filter;

import io.postrider.message.Field;
import java.util.List;
import java.util.Optional;

/** What a filter does with the messages that it is about. Immutable. */
public sealed interface FilterAction {

  /** How many fields an action may name. */
  int MOST_FIELDS = 100;

  /** Keeps them from the destination. */
  record Drop() implements FilterAction {}

  /**
   * Lets a share of them pass, always the same ones.
   *
   * @param perMillion how many of a million; less than all and more than none
   */
  record Sample(int perMillion, By by) implements FilterAction {

    /** A million: as many as none may let pass. */
    public static final int ALL = 1_000_000;

    public Sample {
      if (perMillion <= 0 || perMillion >= ALL) {
        throw new IllegalArgumentException(perMillion + " of a million");
      }
    }
  }

  /** What is sampled. */
  enum By {
    /** Each message for itself. */
    MESSAGE_ID(Field.MESSAGE_ID),
    /** Users: all messages of one pass, or none. */
    USER_ID(Field.USER_ID);

    private final Field field;

    By(Field field) {
      this.field = field;
    }

    /** The name on the wire. */
    public String wireName() {
      return field.wireName();
    }

    /** What a name on the wire stands for, or nothing if it is not one. */
    public static Optional<By> parse(String wireName) {
      for (By by : values()) {
        if (by.wireName().equals(wireName)) {
          return Optional.of(by);
        }
      }
      return Optional.empty();
    }
  }

  /** Leaves fields out. */
  record Omit(List<FieldPath> fields) implements FilterAction {

    public Omit {
      fields = List.copyOf(fields);
    }
  }

  /** Leaves everything else out of those of properties, traits and context that it names. */
  record Keep(List<FieldPath> fields) implements FilterAction {

    public Keep {
      fields = List.copyOf(fields);
    }
  }
}
