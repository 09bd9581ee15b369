package io.postrider.route;

import io.postrider.message.Field;
import io.postrider.message.MessageType;
import io.postrider.message.RecordView;
import java.util.HashSet;
import java.util.Set;

/**
 * Which track calls of a source are delivered to destinations. Immutable; thread-safe.
 *
 * <p>Decided by the {@link EventName}: a blocked event never passes. Any other event passes, unless
 * new events are blocked and it is not allowed.
 *
 * @param allowed those that pass although new events are blocked
 */
public record EventRules(NewEventPolicy newEvents, Set<String> blocked, Set<String> allowed) {

  /** Every event passes. */
  public static final EventRules NONE = new EventRules(NewEventPolicy.ALLOW, Set.of(), Set.of());

  public EventRules {
    blocked = Set.copyOf(blocked);
    allowed = Set.copyOf(allowed);
  }

  public boolean allowAll() {
    return newEvents == NewEventPolicy.ALLOW && blocked.isEmpty();
  }

  public boolean allow(String event) {
    String name = EventName.of(event);
    return !blocked.contains(name) && (newEvents == NewEventPolicy.ALLOW || allowed.contains(name));
  }

  /** Whether a message is withheld from every destination. */
  public boolean block(RecordView record) {
    if (allowAll() || !record.is(MessageType.TRACK) || record.isComputed()) {
      return false;
    }
    String event = record.text(Field.EVENT);
    return event != null && !allow(event);
  }

  /** Copies the rules with an event allowed or blocked. */
  public EventRules decided(String event, boolean isAllowed) {
    String name = EventName.of(event);
    return new EventRules(
        newEvents,
        isAllowed ? without(blocked, name) : with(blocked, Set.of(name)),
        isAllowed ? with(allowed, Set.of(name)) : without(allowed, name));
  }

  /** Copies the rules with new events blocked, and all events seen so far allowed. */
  public EventRules blockingNew(Set<String> seen) {
    if (newEvents == NewEventPolicy.BLOCK) {
      return this;
    }
    Set<String> passing = new HashSet<>(with(allowed, seen));
    passing.removeAll(blocked);
    return new EventRules(NewEventPolicy.BLOCK, blocked, passing);
  }

  /** Copies the rules with new events allowed. */
  public EventRules allowingNew() {
    return new EventRules(NewEventPolicy.ALLOW, blocked, allowed);
  }

  private static Set<String> with(Set<String> names, Set<String> more) {
    Set<String> all = new HashSet<>(names);
    all.addAll(more);
    return all;
  }

  private static Set<String> without(Set<String> names, String name) {
    Set<String> rest = new HashSet<>(names);
    rest.remove(name);
    return rest;
  }
}
