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
 * Everyone who watches a source on this node, and where what they see comes from: accepted messages
 * from the end of the log, which is read only while somebody watches, and rejected ones from
 * whoever rejects them.
 *
 * <p>Safe to use from any thread. {@link #isWatched} reads one field; nothing here waits for a
 * watcher.
 */
public final class Debugger implements AutoCloseable {

  /** How many may watch at once. */
  public static final int MOST_WATCHES = 100;

  private final RecordLog log;
  private final HiddenRecords hidden;
  private final List<LogTail> tails;
  private volatile Map<Long, List<DebuggerSession>> watches = Map.of();
  private int open;
  private boolean closed;

  /**
   * Watches the sources whose messages come to a log.
   *
   * @param hidden what is not shown, though it is in the log
   */
  public Debugger(RecordLog log, HiddenRecords hidden) {
    this.log = log;
    this.hidden = hidden;
    this.tails =
        IntStream.range(0, log.partitions())
            .mapToObj(partition -> new LogTail(this, log, partition))
            .toList();
  }

  /** Whether anybody watches anything. */
  public boolean isWatched() {
    return !watches.isEmpty();
  }

  /** Shows that something of a source was turned away. */
  public void rejected(SourceId source, DebuggerEvent.Rejected rejected) {
    for (DebuggerSession watch : watching(source.bits())) {
      if (watch.interest().rejected()) {
        watch.offer(rejected);
      }
    }
  }

  /** Tells that something of a source was turned away that is not shown. */
  public void notShown(SourceId source, long count) {
    for (DebuggerSession watch : watching(source.bits())) {
      if (watch.interest().rejected()) {
        watch.miss(count);
      }
    }
  }

  private List<DebuggerSession> watching(long source) {
    return watches.getOrDefault(source, List.of());
  }

  /** Begins to watch a source; nothing if as many watch as may, or the program stops. */
  public synchronized Optional<DebuggerSession> watch(SourceId source, DebuggerFilter interest) {
    if (closed || open == MOST_WATCHES) {
      return Optional.empty();
    }
    // read under the lock under which records are shown: those before it are not, all others are
    List<Long> ends = IntStream.range(0, tails.size()).mapToObj(log::endOffset).toList();
    List<DebuggerSession> made = new ArrayList<>();
    DebuggerSession watch =
        new DebuggerSession(
            source, interest, new LogEndOffsets(ends), () -> remove(made.getFirst()));
    made.add(watch);
    List<DebuggerSession> more = new ArrayList<>(watching(source.bits()));
    more.add(watch);
    replace(source, more);
    open++;
    tails.forEach(LogTail::wake);
    return Optional.of(watch);
  }

  private synchronized void remove(DebuggerSession watch) {
    List<DebuggerSession> rest = new ArrayList<>(watching(watch.source().bits()));
    if (rest.remove(watch)) {
      replace(watch.source(), rest);
      open--;
    }
  }

  private void replace(SourceId source, List<DebuggerSession> those) {
    Map<Long, List<DebuggerSession>> changed = new HashMap<>(watches);
    if (those.isEmpty()) {
      changed.remove(source.bits());
    } else {
      changed.put(source.bits(), List.copyOf(those));
    }
    watches = Map.copyOf(changed);
  }

  /** The first offset that anybody still wants to see; nothing if nobody watches. */
  synchronized Optional<Long> wantedFrom(int partition) {
    return watches.values().stream()
        .flatMap(List::stream)
        .map(watch -> watch.from().at(partition))
        .min(Long::compare);
  }

  /** Shows records that have become durable. */
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
    for (DebuggerSession watch : watching(record.sourceBits())) {
      if (watch.shows(partition, offset, record)) {
        seen = seen == null ? new DebuggerEvent.Accepted(record.copy()) : seen;
        watch.offer(seen);
      }
    }
  }

  /** The message of a record; null if a newer version of the program wrote it. */
  static @Nullable RecordView view(LogRecord record) {
    try {
      return RecordView.of(record.bytes());
    } catch (IllegalArgumentException unreadable) {
      return null;
    }
  }

  @Override
  public void close() {
    List<DebuggerSession> left;
    synchronized (this) {
      closed = true;
      left = watches.values().stream().flatMap(List::stream).toList();
    }
    left.forEach(DebuggerSession::close);
    tails.forEach(LogTail::close);
  }
}
