package io.postrider.server.usage;

import io.postrider.id.SourceId;
import io.postrider.message.Field;
import io.postrider.message.MessageType;
import io.postrider.message.RecordView;
import io.postrider.message.SourceType;
import io.postrider.route.EventName;
import io.postrider.route.EventRules;
import io.postrider.route.Source;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Adds the messages of one source up. Belongs to one thread. */
final class SourceTally {

  private record DayAndType(int day, MessageType type) {}

  private final SourceId id;
  private final EventRules rules;
  private final boolean server;
  private final Map<DayAndType, CallSum> days = new HashMap<>();
  private final Map<String, CallSum> events = new HashMap<>();

  /**
   * @param source null for one that is not there any more
   */
  SourceTally(SourceId id, @Nullable Source source) {
    this.id = id;
    this.rules = source == null ? EventRules.NONE : source.events();
    this.server = source != null && source.type() == SourceType.SERVER;
  }

  void add(MessageType type, RecordView record) {
    long at = record.receivedAtMillis();
    String event = type == MessageType.TRACK ? record.text(Field.EVENT) : null;
    boolean filtered = event != null && !rules.allow(event);
    days.computeIfAbsent(new DayAndType(UsageTally.day(at), type), key -> new CallSum())
        .add(at, filtered);
    if (event != null) {
      events.computeIfAbsent(EventName.of(event), key -> new CallSum()).add(at, filtered);
    }
  }

  Stream<CallCount> calls() {
    return days.entrySet().stream()
        .map(
            entry -> {
              CallSum sum = entry.getValue();
              return new CallCount(
                  id,
                  entry.getKey().day,
                  entry.getKey().type,
                  sum.calls,
                  sum.filtered,
                  server ? sum.filtered : 0);
            });
  }

  Stream<EventCount> events() {
    return events.entrySet().stream()
        .map(
            entry -> {
              CallSum sum = entry.getValue();
              return new EventCount(
                  id, entry.getKey(), sum.calls, sum.filtered, sum.firstMillis, sum.lastMillis);
            });
  }
}
