package io.postrider.server.catalog;

import io.postrider.route.EventRules;
import io.postrider.route.Source;
import io.postrider.route.WriteKey;
import io.postrider.server.access.AuditEvent;
import io.postrider.server.access.AuditFields;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Audit events of sources; write keys are masked. Pure. */
public final class SourceAuditFields {

  private SourceAuditFields() {}

  /**
   * The event of a change; each event with a changed rule is a field.
   *
   * @param before null if the source was created
   * @param after null if the source was deleted
   */
  public static AuditEvent changed(@Nullable Source before, @Nullable Source after) {
    Set<String> events =
        before == null || after == null ? Set.of() : changedEvents(before.events(), after.events());
    return subject(Objects.requireNonNull(after == null ? before : after))
        .changed(
            before == null ? null : of(before, events), after == null ? null : of(after, events));
  }

  /** The events whose rules may differ, without the thousands that a switch to blocking allows. */
  private static Set<String> changedEvents(EventRules before, EventRules after) {
    Set<String> events = new TreeSet<>(before.blocked());
    events.addAll(after.blocked());
    if (before.newEvents() == after.newEvents()) {
      after.allowed().stream().filter(e -> !before.allowed().contains(e)).forEach(events::add);
      before.allowed().stream().filter(e -> !after.allowed().contains(e)).forEach(events::add);
    }
    return events;
  }

  private static AuditEvent.Subject subject(Source source) {
    return new AuditEvent.Subject("source", source.id().toString(), source.name());
  }

  private static AuditFields of(Source source, Set<String> events) {
    AuditFields fields =
        AuditFields.none()
            .with("name", source.name())
            .with("type", source.type().wireName())
            .with("enabled", source.enabled())
            .with("rateLimit", source.rateLimit())
            .with("newEvents", source.events().newEvents().wireName())
            .shown(
                "writeKey", source.writeKey().value(), SourceView.mask(source.writeKey().value()));
    List<String> previous = source.writeKeys().stream().skip(1).map(WriteKey::value).toList();
    if (!previous.isEmpty()) {
      List<String> masked = previous.stream().map(SourceView::mask).toList();
      fields.shown("previousWriteKeys", previous, masked);
    }
    for (String event : events) {
      fields.with("schema." + event, source.events().allow(event));
    }
    return fields;
  }
}
