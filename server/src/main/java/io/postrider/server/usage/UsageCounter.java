package io.postrider.server.usage;

import io.postrider.id.SourceId;
import io.postrider.message.Field;
import io.postrider.message.MessageType;
import io.postrider.message.RecordView;
import io.postrider.message.SourceType;
import io.postrider.route.Catalog;
import io.postrider.route.EventName;
import io.postrider.route.EventRules;
import io.postrider.route.Source;
import io.postrider.server.usage.UsageCounts.CallCount;
import io.postrider.server.usage.UsageCounts.EventCount;
import io.postrider.server.usage.UsageCounts.ReceivedCount;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Counts messages in memory, with one snapshot of the catalog. Belongs to one thread.
 *
 * <p>It counts the calls of sources, not the messages that the server makes itself.
 */
final class UsageCounter {
  private static final long DAY_MILLIS = 86_400_000;
  private static final long MINUTE_MILLIS = 60_000;

  private final Catalog catalog;
  private final Map<Long, SourceCounter> sources = new HashMap<>();
  private final Map<Long, Long> minutes = new HashMap<>();
  // consecutive messages often have the same source
  private long lastBits;
  private @Nullable SourceCounter last;
  // and the same minute
  private long minute;
  private long ofMinute;

  UsageCounter(Catalog catalog) {
    this.catalog = catalog;
  }

  static int day(long millis) {
    return Math.toIntExact(Math.floorDiv(millis, DAY_MILLIS));
  }

  void add(RecordView record) {
    MessageType type = record.type().orElse(null);
    if (type != null && type != MessageType.DELETE && !record.isComputed()) {
      counter(record.sourceBits()).add(type, record);
      addReceived(Math.floorDiv(record.receivedAtMillis(), MINUTE_MILLIS));
    }
  }

  private void addReceived(long at) {
    if (at != minute) {
      endMinute();
      minute = at;
    }
    ofMinute++;
  }

  private void endMinute() {
    if (ofMinute > 0) {
      minutes.merge(minute, ofMinute, Long::sum);
      ofMinute = 0;
    }
  }

  private SourceCounter counter(long bits) {
    SourceCounter counter = last;
    if (counter == null || bits != lastBits) {
      counter =
          sources.computeIfAbsent(
              bits,
              any -> {
                SourceId id = new SourceId(bits);
                return new SourceCounter(
                    id,
                    catalog.source(id).orElse(null),
                    catalog.workspace().filteredServerCallsCount());
              });
      last = counter;
      lastBits = bits;
    }
    return counter;
  }

  UsageCounts counts() {
    endMinute();
    return new UsageCounts(
        sources.values().stream().flatMap(SourceCounter::calls).toList(),
        sources.values().stream().flatMap(SourceCounter::events).toList(),
        minutes.entrySet().stream().map(UsageCounter::received).toList());
  }

  private static ReceivedCount received(Map.Entry<Long, Long> one) {
    return new ReceivedCount(Instant.ofEpochMilli(one.getKey() * MINUTE_MILLIS), one.getValue());
  }

  private static final class Sum {
    private long calls;
    private long filtered;
    private long firstMillis = Long.MAX_VALUE;
    private long lastMillis = Long.MIN_VALUE;

    void add(long atMillis, boolean isFiltered) {
      calls++;
      filtered += isFiltered ? 1 : 0;
      firstMillis = Math.min(firstMillis, atMillis);
      lastMillis = Math.max(lastMillis, atMillis);
    }
  }

  private record DayAndType(int day, MessageType type) {}

  private static final class SourceCounter {
    private final SourceId id;
    private final EventRules rules;
    private final boolean countsFiltered;
    private final Map<DayAndType, Sum> days = new HashMap<>();
    private final Map<String, Sum> events = new HashMap<>();

    /**
     * @param source null for a deleted source
     * @param filteredServerCallsCount whether filtered calls of server sources count as usage
     */
    SourceCounter(SourceId id, @Nullable Source source, boolean filteredServerCallsCount) {
      this.id = id;
      this.rules = source == null ? EventRules.NONE : source.events();
      this.countsFiltered =
          filteredServerCallsCount && source != null && source.type() == SourceType.SERVER;
    }

    void add(MessageType type, RecordView record) {
      long at = record.receivedAtMillis();
      String event = type == MessageType.TRACK ? record.text(Field.EVENT) : null;
      boolean filtered = event != null && !rules.allow(event);
      days.computeIfAbsent(new DayAndType(day(at), type), key -> new Sum()).add(at, filtered);
      if (event != null) {
        events.computeIfAbsent(EventName.of(event), key -> new Sum()).add(at, filtered);
      }
    }

    Stream<CallCount> calls() {
      return days.entrySet().stream()
          .map(
              entry -> {
                DayAndType key = entry.getKey();
                Sum sum = entry.getValue();
                long filteredCounted = countsFiltered ? sum.filtered : 0;
                return new CallCount(
                    id, key.day, key.type, sum.calls, sum.filtered, filteredCounted);
              });
    }

    Stream<EventCount> events() {
      return events.entrySet().stream()
          .map(
              entry -> {
                Sum sum = entry.getValue();
                return new EventCount(
                    id, entry.getKey(), sum.calls, sum.filtered, sum.firstMillis, sum.lastMillis);
              });
    }
  }
}
