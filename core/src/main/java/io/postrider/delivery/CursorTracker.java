package io.postrider.delivery;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Tells what has to be written down of a machine, and remembers what was. */
final class CursorTracker {

  private final DestinationLimits gates;
  private final MessageFeed feeding;
  private final OpenDeliveries open;
  private final RetryWindow windows;
  private final ReplayRun replay;
  private final FailureIndex marks;
  private final ChangeCounter changes;

  // what was last written down
  private long flushedCount = -1;
  private long flushedReadTo;
  private boolean flushedQuiet;

  /** What was last handed out, until it is known to be written down: it may be or not. */
  private @Nullable CursorChange unconfirmed;

  CursorTracker(
      DestinationLimits gates,
      MessageFeed feeding,
      OpenDeliveries open,
      RetryWindow windows,
      ReplayRun replay,
      FailureIndex marks,
      ChangeCounter changes) {
    this.gates = gates;
    this.feeding = feeding;
    this.open = open;
    this.windows = windows;
    this.replay = replay;
    this.marks = marks;
    this.changes = changes;
  }

  long neededFrom() {
    long needed = Math.min(feeding.readTo(), open.oldest());
    return replay.isRunning() ? Math.min(needed, replay.position()) : needed;
  }

  Optional<CursorChange> changes() {
    long readTo = feeding.readTo();
    if (windows.forgetBefore(readTo)) {
      changes.add();
    }
    boolean quiet = isQuiet();
    boolean moved = quiet ? !flushedQuiet : isChanged(readTo);
    if (!moved && !marks.isDirty() && unconfirmed == null) {
      return Optional.empty();
    }
    byte[] cursor = quiet ? null : CursorCodec.encode(state(readTo));
    unconfirmed =
        new CursorChange(
            cursor, marks.changes(), neededFrom(), readTo, changes.count(), marks.version());
    return Optional.of(unconfirmed);
  }

  void flushed(CursorChange change) {
    if (change == unconfirmed) {
      unconfirmed = null;
    }
    flushedCount = change.count();
    flushedReadTo = change.readTo();
    flushedQuiet = change.cursor() == null;
    marks.flushed(change.marksVersion());
  }

  /** Whether the position of live reading tells all there is to remember. */
  private boolean isQuiet() {
    return feeding.isQuiet() && open.size() == 0 && !replay.isRunning();
  }

  private boolean isChanged(long readTo) {
    return flushedQuiet || changes.count() != flushedCount || readTo != flushedReadTo;
  }

  private CursorState state(long readTo) {
    List<OpenDelivery> remembered = open.sorted();
    // those finish what they are at, but are not tried again
    remembered.removeIf(delivery -> delivery.isCancelled() || delivery.isSuperseded());
    return new CursorState(
        readTo,
        new CursorState.UrlHashes(gates.hashes()),
        windows.pauses().sinceMillis(),
        windows.pauses().list(),
        windows.holds().list(),
        remembered,
        replay.progress(false));
  }
}
