package io.postrider.server.debug;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.log.MemoryLog;
import io.postrider.message.ErrorCode;
import io.postrider.message.Field;
import io.postrider.message.Rejection;
import io.postrider.privacy.Hidden;
import io.postrider.route.LogEnds;
import io.postrider.route.SourceId;
import io.postrider.server.usage.AcceptedRecords;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class WatchTest {

  private static final Duration SOON = Duration.ofSeconds(20);
  private static final SourceId ONE = new SourceId(1);
  private static final Rejection WHY = new Rejection(ErrorCode.EMPTY_BATCH, "empty");

  private final MemoryLog log = new MemoryLog();
  private final AcceptedRecords records = new AcceptedRecords();

  private static Watch watch() {
    return new Watch(ONE, Interest.ALL, LogEnds.of(0), () -> {});
  }

  private static Sighting.Rejected sighting(int bytes) {
    return new Sighting.Rejected(Instant.EPOCH, WHY, null, null, null, new byte[bytes]);
  }

  @Test
  void sightings_areBoundedInNumberAndTheRestIsCountedInItsPlace() throws Exception {
    Watch watch = watch();
    for (int i = 0; i < Watch.MOST + 3; i++) {
      watch.offer(sighting(0));
    }
    List<Sighting> taken = watch.take(SOON);
    assertThat(taken).hasSize(Watch.MOST + 1).last().isEqualTo(new Sighting.Missed(3));
    watch.offer(sighting(0));
    assertThat(watch.take(SOON)).hasSize(1);
  }

  @Test
  void sightings_areBoundedInBytes() throws Exception {
    Watch watch = watch();
    watch.offer(sighting(Watch.MOST_BYTES - 1));
    watch.offer(sighting(1));
    watch.offer(sighting(1));
    watch.offer(sighting(0));
    assertThat(watch.take(SOON)).hasSize(4).element(2).isEqualTo(new Sighting.Missed(1));
    watch.offer(sighting(Watch.MOST_BYTES));
    assertThat(watch.take(SOON)).hasSize(1);
  }

  @Test
  void closedWatch_letsWhoWaitsGo() throws Exception {
    Watch watch = watch();
    Thread closing = Thread.startVirtualThread(watch::close);
    assertThat(watch.take(SOON)).isEmpty();
    closing.join();
    assertThat(watch.isClosed()).isTrue();
  }

  @Test
  void debugger_isWatchedOnlyWhileSomebodyWatches() throws Exception {
    try (Debugger debugger = new Debugger(log, Hidden.NOTHING)) {
      assertThat(debugger.isWatched()).isFalse();
      Watch watch = debugger.watch(ONE, Interest.ALL).orElseThrow();
      assertThat(debugger.isWatched()).isTrue();
      AcceptedRecords.append(log, records.track(1, Instant.EPOCH, "E"));
      assertThat(watch.take(SOON)).hasSize(1);
      watch.close();
      watch.close();
      assertThat(debugger.isWatched()).isFalse();
      AcceptedRecords.append(log, records.track(1, Instant.EPOCH, "unseen"));
      Watch again = debugger.watch(ONE, Interest.ALL).orElseThrow();
      AcceptedRecords.append(log, records.track(1, Instant.EPOCH, "F"));
      assertThat(again.take(SOON)).hasSize(1);
    }
  }

  @Test
  void debugger_takesSoManyAndNoMore() {
    try (Debugger debugger = new Debugger(log, Hidden.NOTHING)) {
      List<Watch> watches = new ArrayList<>();
      for (int i = 0; i < Debugger.MOST_WATCHES; i++) {
        watches.add(debugger.watch(new SourceId(i % 3), Interest.ALL).orElseThrow());
      }
      assertThat(debugger.watch(ONE, Interest.ALL)).isEmpty();
      watches.getFirst().close();
      assertThat(debugger.watch(ONE, Interest.ALL)).isPresent();
    }
  }

  @Test
  void whatCountsAsGone_isNotShown() throws Exception {
    Hidden second = (partition, offset, record) -> partition == 0 && offset == 1;
    for (String event : List.of("first", "second")) {
      AcceptedRecords.append(log, records.track(1, Instant.EPOCH, event));
    }
    try (Debugger debugger = new Debugger(log, (partition, offset, record) -> offset == 2)) {
      Watch watch = debugger.watch(ONE, Interest.ALL).orElseThrow();
      assertThat(new RecentCalls(log, second).before(watch, 5))
          .extracting(seen -> seen.record().text(Field.EVENT))
          .containsExactly("first");
      for (String event : List.of("hidden", "shown")) {
        AcceptedRecords.append(log, records.track(1, Instant.EPOCH, event));
      }
      assertThat(watch.take(SOON))
          .extracting(seen -> ((Sighting.Accepted) seen).record().text(Field.EVENT))
          .containsExactly("shown");
    }
  }

  @Test
  void recentCalls_areTheLastOnesOfTheSourceWithinABound() {
    byte[] other = records.track(2, Instant.EPOCH, "other");
    AcceptedRecords.append(log, records.track(1, Instant.ofEpochSecond(1), "too far back"));
    for (int i = 0; i < RecentCalls.MOST_RECORDS - 2; i++) {
      AcceptedRecords.append(log, other);
    }
    AcceptedRecords.append(log, records.track(1, Instant.ofEpochSecond(2), "first"));
    AcceptedRecords.append(log, records.track(1, Instant.ofEpochSecond(3), "second"));
    try (Debugger debugger = new Debugger(log, Hidden.NOTHING)) {
      Watch watch = debugger.watch(ONE, Interest.ALL).orElseThrow();
      AcceptedRecords.append(log, records.track(1, Instant.ofEpochSecond(4), "later"));
      RecentCalls recent = new RecentCalls(log, Hidden.NOTHING);
      assertThat(recent.before(watch, 5)).hasSize(2);
      assertThat(recent.before(watch, 1))
          .singleElement()
          .satisfies(
              seen -> assertThat(seen.record().receivedAt()).isEqualTo(Instant.ofEpochSecond(3)));
      assertThat(recent.before(watch, 0)).isEmpty();
    }
  }
}
