package io.postrider.server.usage.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.postrider.id.SourceId;
import io.postrider.log.LogIdentity;
import io.postrider.message.MessageType;
import io.postrider.server.background.Bookmark;
import io.postrider.server.background.BookmarkMove;
import io.postrider.server.background.BookmarkMovedException;
import io.postrider.server.catalog.SeenEvents;
import io.postrider.server.database.Database;
import io.postrider.server.database.DatabaseUrl;
import io.postrider.server.database.Schema;
import io.postrider.server.database.TimeStep;
import io.postrider.server.delivery.sql.SqlStatisticsStore;
import io.postrider.server.delivery.stats.Backlog;
import io.postrider.server.usage.DailyCalls;
import io.postrider.server.usage.DailyCalls.Range;
import io.postrider.server.usage.DailyCalls.Row;
import io.postrider.server.usage.UsageCounts;
import io.postrider.server.usage.UsageCounts.CallCount;
import io.postrider.server.usage.UsageCounts.EventCount;
import io.postrider.server.usage.UsageCounts.ReceivedCount;
import io.postrider.server.usage.UsageStore;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The contract of usage stores, for every database. */
abstract class UsageStoreContract {

  private static final LogIdentity LOG = new LogIdentity(new UUID(1, 2));
  private static final SourceId ONE = new SourceId(-1);
  private static final SourceId OTHER = new SourceId(2);
  private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
  private static final LocalDate DAY = LocalDate.parse("2026-03-01");

  private Database database;
  private UsageStore store;
  private SqlUsageReports reports;
  private @Nullable Bookmark bookmark;

  /** The URL of this test's database, the same for every call. */
  abstract DatabaseUrl url();

  @BeforeEach
  void open() {
    database = Database.open(url(), Schema.USAGE);
    store = new SqlUsageStore(database);
    reports = new SqlUsageReports(database);
  }

  @AfterEach
  void close() {
    database.close();
  }

  private BookmarkMove step(long to, long lost) {
    return new BookmarkMove(0, bookmark, Bookmark.at(LOG, to), lost);
  }

  private void keep(UsageCounts counts) {
    BookmarkMove step = step(bookmark == null ? 1 : bookmark.position() + 1, 0);
    store.add(step, counts);
    bookmark = step.after();
  }

  private void see(EventCount... events) {
    keep(new UsageCounts(List.of(), List.of(events), List.of()));
  }

  private static CallCount calls(SourceId source, LocalDate day, MessageType type, long calls) {
    return new CallCount(source, (int) day.toEpochDay(), type, calls, 2, 1);
  }

  private static EventCount event(SourceId source, String name, long calls, Instant at) {
    return new EventCount(source, name, calls, 1, at.toEpochMilli(), at.toEpochMilli());
  }

  private List<Row> rows(LocalDate from, LocalDate to, @Nullable SourceId source) {
    return reports.rows(new Range(from, to, source), null, 100);
  }

  /** Days outlive the statistics; the first of them may be counted in part. */
  private void receive(Instant minute, long messages) {
    keep(new UsageCounts(List.of(), List.of(), List.of(new ReceivedCount(minute, messages))));
  }

  private long received(TimeStep step) {
    return reports.received().sum(step, NOON, NOON.plus(step.length()));
  }

  @Test
  void receivedMessages_addUpByTheMinuteAndTheHour() {
    assertThat(reports.received().latestMinute()).isNull();
    receive(NOON, 3);
    receive(NOON.plusSeconds(60), 4);
    receive(NOON, 5);
    assertThat(received(TimeStep.MINUTE)).isEqualTo(8);
    assertThat(received(TimeStep.HOUR)).isEqualTo(12);
    assertThat(reports.received().latestMinute()).isEqualTo(NOON.plusSeconds(60));
    assertThat(reports.received().sum(TimeStep.MINUTE, NOON.plusSeconds(120), NOON)).isZero();
  }

  @Test
  void receivedMessages_areCountedOnceIfTheBookmarkHasMoved() {
    receive(NOON, 3);
    UsageCounts again = new UsageCounts(List.of(), List.of(), List.of(new ReceivedCount(NOON, 3)));
    BookmarkMove stale = new BookmarkMove(0, null, Bookmark.at(LOG, 1), 0);
    assertThatThrownBy(() -> store.add(stale, again)).isInstanceOf(BookmarkMovedException.class);
    assertThat(received(TimeStep.MINUTE)).isEqualTo(3);
  }

  @Test
  void receivedMessages_areSweptByStep() {
    receive(NOON, 3);
    int today = (int) DAY.plusDays(3).toEpochDay();
    store.sweep(today - UsageStore.RETENTION_DAYS + 1);
    assertThat(received(TimeStep.MINUTE)).isZero();
    assertThat(received(TimeStep.HOUR)).isEqualTo(3);
  }

  @Test
  void usage_isCompleteSinceTheStatisticsOrTheDayAfterTheFirst() {
    try (Database statistics = Database.open(url(), Schema.STATISTICS)) {
      assertThat(reports.since(NOON)).isNull();
      keep(new UsageCounts(List.of(calls(ONE, DAY, MessageType.TRACK, 5)), List.of(), List.of()));
      assertThat(reports.since(NOON)).as("the first day goes on").isNull();
      Instant nextDay = Instant.parse("2026-03-02T00:00:00Z");
      assertThat(reports.since(nextDay.minusMillis(1))).isNull();
      assertThat(reports.since(nextDay)).isEqualTo(nextDay);
      SqlStatisticsStore store = new SqlStatisticsStore(statistics);
      store.saveTotalBacklog(nextDay, Backlog.NONE);
      assertThat(reports.since(nextDay.plusSeconds(90))).isEqualTo(nextDay);
      store.saveTotalBacklog(NOON, Backlog.NONE);
      assertThat(reports.since(nextDay)).isEqualTo(NOON.plusSeconds(60));
    }
  }

  @Test
  void bookmark_movesWithTheCountsAcrossRestarts() {
    assertThat(store.bookmark(0)).isEmpty();
    store.add(step(5, 0), new UsageCounts(List.of(), List.of(), List.of()));
    close();
    open();
    bookmark = store.bookmark(0).orElseThrow();
    assertThat(bookmark).isEqualTo(Bookmark.at(LOG, 5));
    store.add(step(7, 2), new UsageCounts(List.of(), List.of(), List.of()));
    assertThat(store.bookmark(0)).contains(Bookmark.at(LOG, 7));
    assertThat(store.bookmark(1)).isEmpty();
  }

  @Test
  void stepFromAnotherPosition_storesNothing() {
    keep(new UsageCounts(List.of(), List.of(), List.of()));
    UsageCounts counts =
        new UsageCounts(
            List.of(calls(ONE, DAY, MessageType.TRACK, 3)),
            List.of(event(ONE, "a", 1, NOON)),
            List.of());
    Bookmark right = bookmark;
    for (Bookmark wrong :
        new Bookmark[] {
          null,
          Bookmark.at(LOG, 0),
          Bookmark.at(new LogIdentity(new UUID(3, 4)), 1),
          new Bookmark(LOG, 1, true)
        }) {
      bookmark = wrong;
      assertThatThrownBy(() -> store.add(step(9, 0), counts))
          .isInstanceOf(BookmarkMovedException.class);
    }
    assertThat(store.bookmark(0)).contains(right);
    assertThat(rows(DAY, DAY, null)).isEmpty();
    assertThat(reports.events(ONE).events()).isEmpty();
  }

  @Test
  void release_acceptsAStepOfAnyLog() {
    keep(new UsageCounts(List.of(), List.of(), List.of()));
    store.release();
    bookmark = store.bookmark(0).orElseThrow();
    assertThat(bookmark).isEqualTo(new Bookmark(LOG, 1, true));
    LogIdentity other = new LogIdentity(new UUID(3, 4));
    store.add(
        new BookmarkMove(0, bookmark, Bookmark.at(other, 0), 0),
        new UsageCounts(List.of(), List.of(), List.of()));
    assertThat(store.bookmark(0)).contains(Bookmark.at(other, 0));
  }

  @Test
  void calls_addUp() {
    keep(new UsageCounts(List.of(calls(ONE, DAY, MessageType.TRACK, 3)), List.of(), List.of()));
    keep(
        new UsageCounts(
            List.of(calls(ONE, DAY, MessageType.TRACK, 4), calls(ONE, DAY, MessageType.PAGE, 5)),
            List.of(),
            List.of()));
    assertThat(rows(DAY, DAY, null))
        .extracting(Row::type, Row::calls, Row::filtered, Row::filteredCounted)
        .containsExactly(tuple("track", 7L, 4L, 2L), tuple("page", 5L, 2L, 1L));
  }

  @Test
  void rowsOfEarlierVersions_keepWhatTheyShowed() {
    CallCount today = calls(ONE, DAY, MessageType.TRACK, 9);
    CallCount before = calls(ONE, DAY.minusDays(1), MessageType.TRACK, 9);
    for (boolean counted : new boolean[] {true, false}) {
      keep(new UsageCounts(List.of(today, before), List.of(), List.of()));
      database.change(
          handle ->
              handle.execute(
                  "update usage_day set filtered_server = 5, filtered_counted = null"
                      + " where day < ?",
                  today.day()));
      new SqlUsageStore(database).decideFiltered(counted);
      assertThat(rows(DAY.minusDays(1), DAY.minusDays(1), null))
          .extracting(Row::filteredCounted)
          .containsExactly(counted ? 5L : 0L);
      new SqlUsageStore(database).decideFiltered(!counted);
      assertThat(rows(DAY.minusDays(1), DAY.minusDays(1), null))
          .extracting(Row::filteredCounted)
          .containsExactly(counted ? 5L : 0L);
    }
    assertThat(rows(DAY, DAY, null)).extracting(Row::filteredCounted).containsExactly(2L);
  }

  @Test
  void rows_areFoundByDayAndSourceAndInPages() {
    List<CallCount> all = new ArrayList<>();
    for (int day = 0; day < 3; day++) {
      for (SourceId source : List.of(OTHER, ONE)) {
        for (MessageType type : List.of(MessageType.PAGE, MessageType.IDENTIFY)) {
          all.add(calls(source, DAY.plusDays(day), type, 1));
        }
      }
    }
    keep(new UsageCounts(all, List.of(), List.of()));
    assertThat(rows(DAY, DAY.plusDays(9), null)).hasSize(12);
    assertThat(rows(DAY.plusDays(1), DAY.plusDays(1), null)).hasSize(4);
    assertThat(rows(DAY, DAY.plusDays(9), ONE)).hasSize(6);
    List<DailyCalls.Place> met = new ArrayList<>();
    Range range = new Range(DAY, DAY.plusDays(9), null);
    List<Row> page = reports.rows(range, null, 5);
    while (!page.isEmpty()) {
      assertThat(page).hasSizeLessThanOrEqualTo(5);
      page.forEach(row -> met.add(row.place()));
      page = reports.rows(range, page.getLast().place(), 5);
    }
    assertThat(met).isEqualTo(rows(DAY, DAY.plusDays(9), null).stream().map(Row::place).toList());
    assertThat(met).extracting(DailyCalls.Place::day).isSorted();
  }

  @Test
  void events_addUpWithFirstAndLast() {
    see(event(ONE, "a", 3, NOON), event(OTHER, "a", 1, NOON));
    see(event(ONE, "a", 4, NOON.minusSeconds(5)), event(ONE, "b", 1, NOON));
    see(event(ONE, "a", 1, NOON.plusSeconds(5)));
    assertThat(reports.events(ONE).events())
        .containsExactlyInAnyOrder(
            new SeenEvents.Seen("a", 8, 3, NOON.minusSeconds(5), NOON.plusSeconds(5)),
            new SeenEvents.Seen("b", 1, 1, NOON, NOON));
    assertThat(reports.events(ONE).others()).isNull();
    assertThat(reports.events(OTHER).events()).hasSize(1);
  }

  @Test
  void names_areStoredExactly() {
    List<String> names =
        List.of("a\0b", "a\ufffdb", "\ud800", "\udc00", "世界 🚀", "A", "a", " ", "é".repeat(1_000));
    see(names.stream().map(name -> event(ONE, name, 1, NOON)).toArray(EventCount[]::new));
    see(names.stream().map(name -> event(ONE, name, 1, NOON)).toArray(EventCount[]::new));
    assertThat(reports.events(ONE).events())
        .allMatch(seen -> seen.count() == 2)
        .extracting(SeenEvents.Seen::event)
        .containsExactlyInAnyOrderElementsOf(names);
  }

  @Test
  void eventsBeyondTheBound_areCountedTogether() {
    List<EventCount> many = new ArrayList<>();
    for (int i = 0; i < UsageStore.MAX_EVENTS - 1; i++) {
      many.add(event(ONE, "event " + i, 1, NOON));
    }
    see(many.toArray(EventCount[]::new));
    see(event(ONE, "last", 1, NOON), event(ONE, "too many", 5, NOON), event(ONE, "more", 6, NOON));
    see(event(ONE, "again", 7, NOON.plusSeconds(1)), event(ONE, "event 7", 1, NOON));
    SeenEvents.Known known = reports.events(ONE);
    assertThat(known.events()).hasSize(UsageStore.MAX_EVENTS);
    assertThat(known.events()).extracting(SeenEvents.Seen::event).contains("last", "event 7");
    assertThat(known.others()).isEqualTo(new SeenEvents.Seen("", 18, 3, NOON, NOON.plusSeconds(1)));
    see(event(OTHER, "elsewhere", 1, NOON));
    assertThat(reports.events(OTHER).others()).isNull();
  }

  @Test
  void sweep_deletesOldCounts() {
    keep(
        new UsageCounts(
            List.of(
                calls(ONE, DAY.minusDays(1), MessageType.TRACK, 1),
                calls(ONE, DAY, MessageType.TRACK, 1)),
            List.of(
                event(ONE, "old", 1, NOON.minus(Duration.ofHours(12)).minusMillis(1)),
                event(ONE, "young", 1, NOON.minus(Duration.ofHours(12)))),
            List.of()));
    store.sweep((int) DAY.toEpochDay());
    assertThat(rows(DAY.minusDays(9), DAY, null)).hasSize(1);
    assertThat(reports.events(ONE).events())
        .extracting(SeenEvents.Seen::event)
        .containsExactly("young");
  }
}
