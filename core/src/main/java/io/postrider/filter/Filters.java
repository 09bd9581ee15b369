package io.postrider.filter;

import io.postrider.message.MessageType;
import io.postrider.message.RecordView;
import java.util.ArrayList;
import java.util.List;

/**
 * The filters of a destination, ready to be asked of every record. Immutable; equal to others that
 * were made of the same list.
 *
 * <p>Conditions see the message as it was accepted, whatever another filter leaves out of it. So
 * the order of filters changes nothing: a message passes if every one of them lets it, and what it
 * loses it loses to any of them. {@code delete} passes whole.
 */
public final class Filters {

  /** How many filters a destination may have. */
  public static final int MOST = 50;

  /** No filters. */
  public static final Filters NONE = of(List.of());

  private final List<Filter> list;
  private final Lookup dropping = new Lookup();
  private final Lookup trimming = new Lookup();
  private final List<Condition> droppers = new ArrayList<>();
  private final List<Trimmer> trimmers = new ArrayList<>();

  private record Trimmer(Condition when, Trimming trimming) {}

  private Filters(List<Filter> list) {
    this.list = List.copyOf(list);
    for (Filter filter : list) {
      if (filter.enabled()) {
        add(filter);
      }
    }
  }

  /** The filters of a list. */
  public static Filters of(List<Filter> list) {
    return new Filters(list);
  }

  private void add(Filter filter) {
    switch (filter.action()) {
      case Action.Drop _ -> droppers.add(Condition.of(filter.when(), dropping));
      case Action.Sample sample -> {
        Condition when = Condition.of(filter.when(), dropping);
        droppers.add(sight -> when.holds(sight) && !Sampling.keeps(sample, sight.record()));
      }
      case Action.Omit(List<FieldPath> fields) -> add(filter, Trimming.omitting(fields));
      case Action.Keep(List<FieldPath> fields) -> add(filter, Trimming.keeping(fields));
    }
  }

  private void add(Filter filter, Trimming trims) {
    trimmers.add(new Trimmer(Condition.of(filter.when(), trimming), trims));
  }

  /** The filters as they were written, those that are not enabled too. */
  public List<Filter> list() {
    return list;
  }

  /** Whether a message may go to the destination. */
  public boolean letsPass(RecordView record) {
    if (droppers.isEmpty() || record.is(MessageType.DELETE)) {
      return true;
    }
    Sight sight = new Sight(record, dropping);
    for (Condition dropper : droppers) {
      if (dropper.holds(sight)) {
        return false;
      }
    }
    return true;
  }

  /** What a receiver gets of a body that was made of a message. */
  public byte[] trimmed(byte[] body, RecordView record) {
    if (trimmers.isEmpty() || record.is(MessageType.DELETE)) {
      return body;
    }
    Sight sight = new Sight(record, trimming);
    byte[] left = body;
    for (Trimmer trimmer : trimmers) {
      if (trimmer.when.holds(sight)) {
        left = trimmer.trimming.of(left);
      }
    }
    return left;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Filters that && list.equals(that.list);
  }

  @Override
  public int hashCode() {
    return list.hashCode();
  }

  @Override
  public String toString() {
    return list.toString();
  }
}
