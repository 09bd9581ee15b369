package io.postrider.server.usage.debugger;

import io.postrider.id.SourceId;
import io.postrider.log.LogRecord;
import io.postrider.log.RecordLog;
import io.postrider.message.RecordView;
import io.postrider.privacy.HiddenRecords;
import io.postrider.route.LogEndOffsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * All debugger sessions of this node. Accepted messages come from the end of the log, which is read
 * only while a session is open; rejected ones are reported by ingest.
 *
 * <p>May be called from any thread. {@link #isWatched} reads one field; nothing waits for a
 * session.
 */
public final class Debugger implements AutoCloseable {

  public static final int MAX_SESSIONS = 100;

  private final RecordLog log;
  private final HiddenRecords hidden;
  private final List<LogTail> tails;
  private volatile Map<Long, List<DebuggerSession>> sessions = Map.of();
  private int openSessions;
  private boolean closed;

  /**
   * @param hidden the records that are not shown
   */
  public Debugger(RecordLog log, HiddenRecords hidden) {
    this.log = log;
    this.hidden = hidden;
    this.tails =
        IntStream.range(0, log.partitions())
            .mapToObj(partition -> new LogTail(this, log, partition))
            .toList();
  }

  public boolean isWatched() {
    return !sessions.isEmpty();
  }

  /** Reports a rejection of a source. */
  public void rejected(SourceId source, DebuggerEvent.Rejected rejected) {
    for (DebuggerSession session : sessions(source.bits())) {
      if (session.filter().rejected()) {
        session.offer(rejected);
      }
    }
  }

  /** Reports rejections that are not shown. */
  public void notShown(SourceId source, long count) {
    for (DebuggerSession session : sessions(source.bits())) {
      if (session.filter().rejected()) {
        session.miss(count);
      }
    }
  }

  private List<DebuggerSession> sessions(long source) {
    return sessions.getOrDefault(source, List.of());
  }

  /** Opens a session; empty if too many are open, or the program stops. */
  public synchronized Optional<DebuggerSession> open(SourceId source, DebuggerFilter filter) {
    if (closed || openSessions == MAX_SESSIONS) {
      return Optional.empty();
    }
    // under the lock of show(): records before these offsets are not shown, all others are
    DebuggerSession session =
        new DebuggerSession(source, filter, new LogEndOffsets(log.endOffsets()), this::remove);
    List<DebuggerSession> more = new ArrayList<>(sessions(source.bits()));
    more.add(session);
    replace(source, more);
    openSessions++;
    tails.forEach(LogTail::wake);
    return Optional.of(session);
  }

  private synchronized void remove(DebuggerSession session) {
    List<DebuggerSession> rest = new ArrayList<>(sessions(session.source().bits()));
    if (rest.remove(session)) {
      replace(session.source(), rest);
      openSessions--;
    }
  }

  private void replace(SourceId source, List<DebuggerSession> replacement) {
    Map<Long, List<DebuggerSession>> changed = new HashMap<>(sessions);
    if (replacement.isEmpty()) {
      changed.remove(source.bits());
    } else {
      changed.put(source.bits(), List.copyOf(replacement));
    }
    sessions = Map.copyOf(changed);
  }

  /** The first offset that a session needs; empty if none is open. */
  synchronized Optional<Long> wantedFrom(int partition) {
    return sessions.values().stream()
        .flatMap(List::stream)
        .map(session -> session.from().at(partition))
        .min(Long::compare);
  }

  synchronized void show(int partition, List<LogRecord> records) {
    for (LogRecord record : records) {
      RecordView view = view(record);
      if (view != null && !hidden.hides(partition, record.offset(), view)) {
        show(partition, record.offset(), view);
      }
    }
  }

  private void show(int partition, long offset, RecordView record) {
    DebuggerEvent.Accepted seen = null;
    for (DebuggerSession session : sessions(record.sourceBits())) {
      if (session.shows(partition, offset, record)) {
        seen = seen == null ? new DebuggerEvent.Accepted(record.copy()) : seen;
        session.offer(seen);
      }
    }
  }

  /** The message of a record; null if it is unreadable. */
  static @Nullable RecordView view(LogRecord record) {
    try {
      return RecordView.of(record.bytes());
    } catch (IllegalArgumentException unreadable) {
      return null;
    }
  }

  @Override
  public void close() {
    List<DebuggerSession> remaining;
    synchronized (this) {
      closed = true;
      remaining = sessions.values().stream().flatMap(List::stream).toList();
    }
    remaining.forEach(DebuggerSession::close);
    tails.forEach(LogTail::close);
  }
}
