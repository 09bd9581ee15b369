package io.postrider.server.usage.debugger;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.id.SourceId;
import io.postrider.log.MemoryLog;
import io.postrider.message.ErrorCode;
import io.postrider.message.Field;
import io.postrider.message.Rejection;
import io.postrider.privacy.HiddenRecords;
import io.postrider.route.LogEndOffsets;
import io.postrider.server.usage.AcceptedRecords;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class DebuggerSessionTest {

  private static final Duration SOON = Duration.ofMinutes(1);
  private static final SourceId ONE = new SourceId(1);
  private static final Rejection WHY = new Rejection(ErrorCode.EMPTY_BATCH, "empty");

  private final MemoryLog log = new MemoryLog();
  private final AcceptedRecords records = new AcceptedRecords();

  private static DebuggerSession session() {
    return new DebuggerSession(ONE, DebuggerFilter.ALL, LogEndOffsets.of(0), closed -> {});
  }

  private static DebuggerEvent.Rejected event(int bytes) {
    return new DebuggerEvent.Rejected(Instant.EPOCH, WHY, null, null, null, new byte[bytes]);
  }

  @Test
  void events_areBoundedInNumberAndTheRestIsCounted() throws Exception {
    DebuggerSession session = session();
    for (int i = 0; i < DebuggerSession.MAX_EVENTS + 3; i++) {
      session.offer(event(0));
    }
    List<DebuggerEvent> taken = session.take(SOON);
    assertThat(taken)
        .hasSize(DebuggerSession.MAX_EVENTS + 1)
        .last()
        .isEqualTo(new DebuggerEvent.Missed(3));
    session.offer(event(0));
    assertThat(session.take(SOON)).hasSize(1);
  }

  @Test
  void events_areBoundedInBytes() throws Exception {
    DebuggerSession session = session();
    session.offer(event(DebuggerSession.MAX_BYTES - 1));
    session.offer(event(1));
    session.offer(event(1));
    session.offer(event(0));
    assertThat(session.take(SOON)).hasSize(4).element(2).isEqualTo(new DebuggerEvent.Missed(1));
    session.offer(event(DebuggerSession.MAX_BYTES));
    assertThat(session.take(SOON)).hasSize(1);
  }

  @Test
  void closedSession_endsAWaitingTake() throws Exception {
    DebuggerSession session = session();
    Thread closing = Thread.startVirtualThread(session::close);
    assertThat(session.take(SOON)).isEmpty();
    closing.join();
    assertThat(session.isClosed()).isTrue();
  }

  @Test
  void debugger_isWatchedOnlyWhileASessionIsOpen() throws Exception {
    try (Debugger debugger = new Debugger(log, HiddenRecords.nothing())) {
      assertThat(debugger.isWatched()).isFalse();
      DebuggerSession session = debugger.open(ONE, DebuggerFilter.ALL).orElseThrow();
      assertThat(debugger.isWatched()).isTrue();
      AcceptedRecords.append(log, records.track(1, Instant.EPOCH, "E"));
      assertThat(session.take(SOON)).hasSize(1);
      session.close();
      session.close();
      assertThat(debugger.isWatched()).isFalse();
      AcceptedRecords.append(log, records.track(1, Instant.EPOCH, "unseen"));
      DebuggerSession again = debugger.open(ONE, DebuggerFilter.ALL).orElseThrow();
      AcceptedRecords.append(log, records.track(1, Instant.EPOCH, "F"));
      assertThat(again.take(SOON)).hasSize(1);
    }
  }

  @Test
  void sessions_areBounded() {
    try (Debugger debugger = new Debugger(log, HiddenRecords.nothing())) {
      List<DebuggerSession> watches = new ArrayList<>();
      for (int i = 0; i < Debugger.MAX_SESSIONS; i++) {
        watches.add(debugger.open(new SourceId(i % 3), DebuggerFilter.ALL).orElseThrow());
      }
      assertThat(debugger.open(ONE, DebuggerFilter.ALL)).isEmpty();
      watches.getFirst().close();
      assertThat(debugger.open(ONE, DebuggerFilter.ALL)).isPresent();
    }
  }

  @Test
  void hiddenRecords_areNotShown() throws Exception {
    HiddenRecords second = (partition, offset, record) -> partition == 0 && offset == 1;
    for (String event : List.of("first", "second")) {
      AcceptedRecords.append(log, records.track(1, Instant.EPOCH, event));
    }
    try (Debugger debugger = new Debugger(log, (partition, offset, record) -> offset == 2)) {
      DebuggerSession session = debugger.open(ONE, DebuggerFilter.ALL).orElseThrow();
      assertThat(new RecentMessages(log, second).before(session, 5))
          .extracting(seen -> seen.record().text(Field.EVENT))
          .containsExactly("first");
      for (String event : List.of("hidden", "shown")) {
        AcceptedRecords.append(log, records.track(1, Instant.EPOCH, event));
      }
      assertThat(session.take(SOON))
          .extracting(seen -> ((DebuggerEvent.Accepted) seen).record().text(Field.EVENT))
          .containsExactly("shown");
    }
  }

  @Test
  void recentMessages_areTheLastOfTheSourceWithinALimit() {
    byte[] other = records.track(2, Instant.EPOCH, "other");
    AcceptedRecords.append(log, records.track(1, Instant.ofEpochSecond(1), "too far back"));
    for (int i = 0; i < RecentMessages.MAX_RECORDS - 2; i++) {
      AcceptedRecords.append(log, other);
    }
    AcceptedRecords.append(log, records.track(1, Instant.ofEpochSecond(2), "first"));
    AcceptedRecords.append(log, records.track(1, Instant.ofEpochSecond(3), "second"));
    try (Debugger debugger = new Debugger(log, HiddenRecords.nothing())) {
      DebuggerSession session = debugger.open(ONE, DebuggerFilter.ALL).orElseThrow();
      AcceptedRecords.append(log, records.track(1, Instant.ofEpochSecond(4), "later"));
      RecentMessages recent = new RecentMessages(log, HiddenRecords.nothing());
      assertThat(recent.before(session, 5)).hasSize(2);
      assertThat(recent.before(session, 1))
          .singleElement()
          .satisfies(
              seen -> assertThat(seen.record().receivedAt()).isEqualTo(Instant.ofEpochSecond(3)));
      assertThat(recent.before(session, 0)).isEmpty();
    }
  }
}
