package io.postrider.server.usage;

import io.postrider.message.Field;
import io.postrider.message.MessageType;
import io.postrider.message.RecordView;
import io.postrider.route.Catalog;
import io.postrider.route.EventName;
import io.postrider.route.EventRules;
import io.postrider.route.Source;
import io.postrider.route.SourceId;
import io.postrider.route.SourceType;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Adds messages up in memory, by the catalog of one moment. Belongs to one thread.
 *
 * <p>Counted are the calls that programs make; messages that the service makes itself are not.
 */
final class Tally {

  private static final long MILLIS_OF_A_DAY = 86_400_000;

  private record CallKey(long source, int day, MessageType type) {}

  private record EventKey(long source, String event) {}

  private static final class Calls {
    private long calls;
    private long filtered;
    private long filteredServer;
    private long firstMillis = Long.MAX_VALUE;
    private long lastMillis = Long.MIN_VALUE;

    void add(long atMillis, boolean isFiltered, boolean isServer) {
      calls++;
      filtered += isFiltered ? 1 : 0;
      filteredServer += isFiltered && isServer ? 1 : 0;
      firstMillis = Math.min(firstMillis, atMillis);
      lastMillis = Math.max(lastMillis, atMillis);
    }
  }

  private final Catalog catalog;
  private final Map<CallKey, Calls> calls = new HashMap<>();
  private final Map<EventKey, Calls> events = new HashMap<>();

  Tally(Catalog catalog) {
    this.catalog = catalog;
  }

  /** The day of a time, in UTC. */
  static int day(long millis) {
    return Math.toIntExact(Math.floorDiv(millis, MILLIS_OF_A_DAY));
  }

  void add(RecordView record) {
    MessageType type = record.type().orElse(null);
    if (type == null || type == MessageType.DELETE || record.isComputed()) {
      return;
    }
    long bits = record.sourceBits();
    Source source = catalog.source(new SourceId(bits)).orElse(null);
    String event = type == MessageType.TRACK ? record.text(Field.EVENT) : null;
    boolean filtered = event != null && !rules(source).letPass(event);
    boolean server = source != null && source.type() == SourceType.SERVER;
    long at = record.receivedAtMillis();
    calls
        .computeIfAbsent(new CallKey(bits, day(at), type), key -> new Calls())
        .add(at, filtered, server);
    if (event != null) {
      events
          .computeIfAbsent(new EventKey(bits, EventName.of(event)), key -> new Calls())
          .add(at, filtered, server);
    }
  }

  private static EventRules rules(@Nullable Source source) {
    return source == null ? EventRules.NONE : source.events();
  }

  Counts counts() {
    return new Counts(
        calls.entrySet().stream().map(entry -> count(entry.getKey(), entry.getValue())).toList(),
        events.entrySet().stream().map(entry -> count(entry.getKey(), entry.getValue())).toList());
  }

  private static CallCount count(CallKey key, Calls sum) {
    return new CallCount(
        new SourceId(key.source), key.day, key.type, sum.calls, sum.filtered, sum.filteredServer);
  }

  private static EventCount count(EventKey key, Calls sum) {
    return new EventCount(
        new SourceId(key.source),
        key.event,
        sum.calls,
        sum.filtered,
        sum.firstMillis,
        sum.lastMillis);
  }
}
