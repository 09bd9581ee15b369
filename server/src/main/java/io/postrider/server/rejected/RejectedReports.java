package io.postrider.server.rejected;

import io.postrider.server.database.TimeStep;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** What is known about rejected calls. May be called from any thread but an event loop. */
public final class RejectedReports {

  /** A call and its place in the list. */
  public record Found(long place, StoredCall call) {}

  /**
   * Some calls, newest first.
   *
   * @param since the time since which all kept calls can be found
   */
  public record Calls(List<Found> found, Instant since) {}

  /**
   * Calls by code in each step that has any.
   *
   * @param since the time since which all calls are counted
   */
  public record Counts(Map<Instant, Map<String, Long>> steps, Instant since) {}

  private final RejectedWriter writer;
  private final RejectedCalls calls;

  RejectedReports(RejectedWriter writer, RejectedCalls calls) {
    this.writer = writer;
    this.calls = calls;
  }

  /** The newest calls before a place; empty while the stored calls are being read. */
  public Optional<Calls> calls(RejectedSearch search, long before, int most) {
    return writer
        .store()
        .map(
            store ->
                new Calls(
                    store.find(search, before, most).stream()
                        .map(found -> new Found(found.offset(), found.call()))
                        .toList(),
                    store.callsSince()));
  }

  /** The counts of a time; empty while the stored calls are being read. */
  public Optional<Counts> counts(RejectedSearch search, TimeStep step, Instant from, Instant to) {
    return writer
        .store()
        .map(store -> new Counts(store.counts(search, step, from, to), store.countsSince()));
  }

  /** How many calls were counted and not kept since the start, by why. */
  public Map<String, Long> dropped() {
    Map<String, Long> dropped = new TreeMap<>();
    for (RejectedCalls.Dropped why : RejectedCalls.Dropped.values()) {
      dropped.put(why.name().toLowerCase(Locale.ROOT), calls.dropped(why));
    }
    return dropped;
  }
}
