package io.postrider.server.ledger.index;

import io.postrider.ledger.LedgerSubject;
import io.postrider.ledger.LedgerTarget;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * Matches kinds of entries: for each filtered dimension, the value must be one of a set. Belongs to
 * one query.
 */
final class KindFilter {

  private static final LedgerTarget NO_TARGET = new LedgerTarget(0, "");

  private final Map<Dimension, Set<String>> ofTarget = new EnumMap<>(Dimension.class);
  private final Map<Dimension, Set<String>> ofSubject = new EnumMap<>(Dimension.class);
  private final Map<Dimension, Set<String>> ofOutcome = new EnumMap<>(Dimension.class);
  private final Map<Integer, Boolean> outcomes = new HashMap<>();

  KindFilter(Map<Dimension, Set<String>> allowed) {
    allowed.forEach(
        (dimension, values) -> {
          Map<Dimension, Set<String>> part =
              dimension.isOfTarget() ? ofTarget : dimension.isOfSubject() ? ofSubject : ofOutcome;
          part.put(dimension, values);
        });
  }

  /** Whether it matches everything. */
  boolean isAll() {
    return ofTarget.isEmpty() && ofSubject.isEmpty() && ofOutcome.isEmpty();
  }

  /** Whether it asks for certain event names. */
  boolean asksForEvents() {
    return ofSubject.containsKey(Dimension.EVENT);
  }

  boolean matches(EntryKind kind) {
    return matches(kind.outcome()) && matches(kind.target()) && matches(kind.subject());
  }

  /** Whether an entry of the kind may match: one of the other events may be one of the filter. */
  boolean mayMatch(EntryKind kind) {
    return matches(kind.outcome()) && matches(kind.target()) && mayMatch(kind.subject());
  }

  boolean matches(LedgerTarget target) {
    return ofTarget.isEmpty() || matches(ofTarget, new EntryKind(target, LedgerSubject.UNKNOWN, 0));
  }

  boolean matches(LedgerSubject subject) {
    return ofSubject.isEmpty() || matches(ofSubject, kind(subject));
  }

  boolean mayMatch(LedgerSubject subject) {
    if (!subject.event().equals(EntryKind.OTHER_EVENTS) || !asksForEvents()) {
      return matches(subject);
    }
    Map<Dimension, Set<String>> rest = new EnumMap<>(ofSubject);
    rest.remove(Dimension.EVENT);
    return matches(rest, kind(subject));
  }

  boolean matches(int outcome) {
    return ofOutcome.isEmpty()
        || outcomes.computeIfAbsent(
            outcome,
            code -> matches(ofOutcome, new EntryKind(NO_TARGET, LedgerSubject.UNKNOWN, code)));
  }

  private static EntryKind kind(LedgerSubject subject) {
    return new EntryKind(NO_TARGET, subject, 0);
  }

  private static boolean matches(Map<Dimension, Set<String>> part, EntryKind kind) {
    for (Map.Entry<Dimension, Set<String>> one : part.entrySet()) {
      if (!one.getValue().contains(one.getKey().value(kind))) {
        return false;
      }
    }
    return true;
  }
}
