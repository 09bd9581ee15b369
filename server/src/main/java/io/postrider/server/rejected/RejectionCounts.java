package io.postrider.server.rejected;

import io.postrider.server.database.TimeStep;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * How many calls were rejected, by minute, source and code. Not thread-safe.
 *
 * <p>It holds at most {@link #MAX_COUNTS} numbers; the oldest minutes are forgotten first.
 */
final class RejectionCounts {

  /** Some 2 MiB. */
  static final int MAX_COUNTS = 20_000;

  private record Kind(@Nullable Object source, String code) {}

  private final TreeMap<Instant, Map<Kind, RejectedRecord.Count>> minutes = new TreeMap<>();
  private int size;
  private @Nullable Instant forgottenTo;

  void add(Instant at, List<RejectedRecord.Count> counts) {
    Map<Kind, RejectedRecord.Count> minute =
        minutes.computeIfAbsent(TimeStep.MINUTE.start(at), time -> new HashMap<>());
    size -= minute.size();
    for (RejectedRecord.Count count : counts) {
      minute.merge(
          new Kind(count.source(), count.code()),
          count,
          (a, b) -> new RejectedRecord.Count(a.source(), a.code(), a.calls() + b.calls()));
    }
    size += minute.size();
    while (size > MAX_COUNTS && minutes.size() > 1) {
      forgetOldest();
    }
  }

  private void forgetOldest() {
    Map.Entry<Instant, Map<Kind, RejectedRecord.Count>> oldest = minutes.pollFirstEntry();
    size -= oldest.getValue().size();
    forgottenTo = oldest.getKey().plus(TimeStep.MINUTE.length());
  }

  void forgetBefore(Instant time) {
    while (!minutes.isEmpty() && !minutes.firstKey().plus(TimeStep.MINUTE.length()).isAfter(time)) {
      forgetOldest();
    }
  }

  /** Calls by code in each step that has any. */
  Map<Instant, Map<String, Long>> find(
      RejectedSearch search, TimeStep step, Instant from, Instant to) {
    Map<Instant, Map<String, Long>> found = new TreeMap<>();
    minutes
        .subMap(from, to)
        .forEach(
            (minute, counts) -> {
              for (RejectedRecord.Count count : counts.values()) {
                boolean codeFits = search.code() == null || search.code().equals(count.code());
                if (codeFits && search.wants(count.source())) {
                  found
                      .computeIfAbsent(step.start(minute), time -> new TreeMap<>())
                      .merge(count.code(), count.calls(), Long::sum);
                }
              }
            });
    return found;
  }

  @Nullable Instant forgottenTo() {
    return forgottenTo;
  }

  int size() {
    return size;
  }
}
