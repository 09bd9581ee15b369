package io.postrider.server.ledger.index;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.id.DestinationId;
import io.postrider.id.SourceId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Predicate;

/** A query, and the same conditions on entries. */
record RandomQuery(AttemptQuery query, List<Predicate<FoundEntry>> conditions, String text) {

  private static final long MINUTE = 60_000;
  private static final List<Dimension> DIMENSIONS = List.of(Dimension.values());

  static RandomQuery of(Random random, long nowMillis) {
    RandomQuery made = new RandomQuery(AttemptQuery.ALL, List.of(), "");
    for (int conditions = random.nextInt(4); conditions > 0; conditions--) {
      Dimension dimension = DIMENSIONS.get(random.nextInt(DIMENSIONS.size()));
      made = made.with(dimension, value(dimension, random));
    }
    if (random.nextInt(3) == 0) {
      made = made.ofUser(IndexedLedger.userHash(random.nextInt(31)));
    }
    if (random.nextInt(3) == 0) {
      long start = IndexedLedger.START.toEpochMilli();
      long from = start + random.nextLong(nowMillis - start + 1);
      made = made.between(from, from + random.nextLong(nowMillis - from + 1_000));
    }
    return made;
  }

  private static String value(Dimension dimension, Random random) {
    return switch (dimension) {
      case DESTINATION -> new DestinationId(1 + random.nextInt(4)).toString();
      case URL -> "https://r" + random.nextInt(3) + ".example";
      case SOURCE -> new SourceId(random.nextInt(3)).toString();
      case TYPE -> "2";
      case EVENT -> "event " + random.nextInt(5);
      case STATUS -> List.of("200", "503", "0").get(random.nextInt(3));
      case REASON -> List.of("", "held", "timeout", "http_status").get(random.nextInt(4));
      case END -> List.of("", "delivered", "failed", "filtered").get(random.nextInt(4));
      case SENT, FAILED -> Boolean.toString(random.nextBoolean());
    };
  }

  private RandomQuery with(Dimension dimension, String value) {
    return and(
        query.with(dimension, value),
        found -> dimension.value(EntryKind.of(found.entry())).equals(value),
        dimension + "=" + value);
  }

  private RandomQuery ofUser(long hash) {
    return and(query.ofUser(hash), found -> found.entry().userHash() == hash, "user=" + hash);
  }

  private RandomQuery between(long from, long to) {
    return and(
        query.between(Instant.ofEpochMilli(from), Instant.ofEpochMilli(to)),
        found -> found.entry().atMillis() >= from && found.entry().atMillis() < to,
        from + " to " + to);
  }

  private RandomQuery and(
      AttemptQuery next, Predicate<FoundEntry> condition, String conditionText) {
    List<Predicate<FoundEntry>> more = new ArrayList<>(conditions);
    more.add(condition);
    return new RandomQuery(next, more, text + " " + conditionText);
  }

  boolean matches(FoundEntry entry) {
    return conditions.stream().allMatch(condition -> condition.test(entry));
  }

  /** Counts by event and status over the whole time; the query's own time does not count. */
  void compareCounts(LedgerSearch search, List<FoundEntry> entries) {
    if (text.contains(" to ") || entries.isEmpty()) {
      return;
    }
    long from = entries.stream().mapToLong(found -> found.entry().atMillis()).min().orElseThrow();
    long to = entries.stream().mapToLong(found -> found.entry().atMillis()).max().orElseThrow();
    for (long step : List.of(1L, 7L, 100_000L)) {
      Map<String, Long> expected = new TreeMap<>();
      long firstMinute = from / MINUTE;
      entries.stream()
          .filter(this::matches)
          .forEach(
              found -> {
                EntryKind kind = EntryKind.of(found.entry());
                long interval = (found.entry().atMillis() / MINUTE - firstMinute) / step;
                Instant start = Instant.ofEpochMilli((firstMinute + interval * step) * MINUTE);
                expected.merge(
                    start + " " + List.of(Dimension.STATUS.value(kind), Dimension.END.value(kind)),
                    1L,
                    Long::sum);
              });
      Map<String, Long> counted = new TreeMap<>();
      AttemptCounts counts =
          search.counts(
              query,
              Instant.ofEpochMilli(from),
              Instant.ofEpochMilli(to + 1),
              Duration.ofMinutes(step),
              List.of(Dimension.STATUS, Dimension.END));
      counts.rows().forEach(row -> counted.put(row.from() + " " + row.group(), row.count()));
      if (counts.complete()) {
        assertThat(counted).as("%s step %d", text, step).isEqualTo(expected);
      } else {
        counted.forEach(
            (group, count) ->
                assertThat(count).isLessThanOrEqualTo(expected.getOrDefault(group, 0L)));
      }
    }
  }

  @Override
  public String toString() {
    return text;
  }
}
