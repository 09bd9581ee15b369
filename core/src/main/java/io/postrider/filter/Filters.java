package io.postrider.filter;

import io.postrider.message.MessageType;
import io.postrider.message.RecordView;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The compiled filters of a destination. Immutable; equal if created from equal lists.
 *
 * <p>Conditions see the message as accepted, whatever other filters remove. So the order of filters
 * does not matter: a message passes if every filter lets it pass, and loses the fields that any
 * filter removes. To that end, all that keep run before all that omit: keeping removes an object
 * without the named members, and omitting may leave such an object. {@code delete} always passes
 * unchanged.
 */
public final class Filters {

  public static final int MAX_FILTERS = 50;

  public static final Filters NONE = of(List.of());

  private final List<Filter> list;
  private final PathLookup dropPaths = new PathLookup();
  private final PathLookup removalPaths = new PathLookup();
  private final List<Dropper> droppers = new ArrayList<>();
  private final List<ConditionalRemoval> removals = new ArrayList<>();

  private record Dropper(Filter filter, CompiledCondition when) {}

  private record ConditionalRemoval(CompiledCondition when, FieldRemoval removal) {}

  private Filters(List<Filter> list) {
    this.list = List.copyOf(list);
    for (Filter filter : list) {
      if (filter.enabled()) {
        add(filter);
      }
    }
  }

  public static Filters of(List<Filter> list) {
    return new Filters(list);
  }

  private void add(Filter filter) {
    switch (filter.action()) {
      case FilterAction.Drop _ -> add(filter, CompiledCondition.of(filter.when(), dropPaths));
      case FilterAction.Sample sample -> {
        CompiledCondition when = CompiledCondition.of(filter.when(), dropPaths);
        add(filter, fields -> when.holds(fields) && !Sampling.keeps(sample, fields.record()));
      }
      case FilterAction.Omit(List<FieldPath> fields) ->
          removals.addLast(removal(filter, FieldRemoval.omitting(fields)));
      case FilterAction.Keep(List<FieldPath> fields) ->
          removals.addFirst(removal(filter, FieldRemoval.keeping(fields)));
    }
  }

  private void add(Filter filter, CompiledCondition when) {
    droppers.add(new Dropper(filter, when));
  }

  private ConditionalRemoval removal(Filter filter, FieldRemoval removal) {
    return new ConditionalRemoval(CompiledCondition.of(filter.when(), removalPaths), removal);
  }

  /** The filters as configured, including disabled ones. */
  public List<Filter> list() {
    return list;
  }

  /** Whether a message may go to the destination. */
  public boolean letsPass(RecordView record) {
    return dropping(record) == null;
  }

  /** The filter that drops a message; null if it passes. */
  public @Nullable Filter dropping(RecordView record) {
    if (droppers.isEmpty() || record.is(MessageType.DELETE)) {
      return null;
    }
    RecordFields fields = new RecordFields(record, dropPaths);
    for (Dropper dropper : droppers) {
      if (dropper.when.holds(fields)) {
        return dropper.filter;
      }
    }
    return null;
  }

  /** Removes fields from the body of a message. */
  public byte[] trimmed(byte[] body, RecordView record) {
    if (removals.isEmpty() || record.is(MessageType.DELETE)) {
      return body;
    }
    RecordFields fields = new RecordFields(record, removalPaths);
    byte[] left = body;
    for (ConditionalRemoval conditional : removals) {
      if (conditional.when.holds(fields)) {
        left = conditional.removal.of(left);
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
