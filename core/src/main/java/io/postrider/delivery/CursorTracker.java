package io.postrider.delivery;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Determines what to save of a machine's state, and tracks what was saved. */
final class CursorTracker {

  private final DestinationLimits limits;
  private final MessageFeed feed;
  private final OpenDeliveries open;
  private final RetryWindow windows;
  private final ReplayRun replay;
  private final FailureIndex failures;
  private final ChangeCounter changes;

  // what was last saved
  private long flushedCount = -1;
  private long flushedReadTo;
  private boolean flushedQuiet;

  /** The change last returned, until its save is confirmed; it may or may not be saved. */
  private @Nullable CursorChange unconfirmed;

  CursorTracker(
      DestinationLimits limits,
      MessageFeed feed,
      OpenDeliveries open,
      RetryWindow windows,
      ReplayRun replay,
      FailureIndex failures,
      ChangeCounter changes) {
    this.limits = limits;
    this.feed = feed;
    this.open = open;
    this.windows = windows;
    this.replay = replay;
    this.failures = failures;
    this.changes = changes;
  }

  long neededFrom() {
    long needed = Math.min(feed.readTo(), open.oldest());
    return replay.isRunning() ? Math.min(needed, replay.position()) : needed;
  }

  Optional<CursorChange> changes() {
    long readTo = feed.readTo();
    if (windows.forgetBefore(readTo)) {
      changes.add();
    }
    boolean quiet = isQuiet();
    boolean moved = quiet ? !flushedQuiet : isChanged(readTo);
    if (!moved && !failures.isDirty() && unconfirmed == null) {
      return Optional.empty();
    }
    byte[] cursor =
        quiet ? null : CursorCodec.encode(state(readTo), limits.wallClock().shiftMillis());
    unconfirmed =
        new CursorChange(
            cursor, failures.changes(), neededFrom(), readTo, changes.count(), failures.version());
    return Optional.of(unconfirmed);
  }

  @SuppressWarnings("ReferenceEquality") // an equal change may be an earlier one
  void flushed(CursorChange change) {
    if (change == unconfirmed) {
      unconfirmed = null;
    }
    flushedCount = change.count();
    flushedReadTo = change.readTo();
    flushedQuiet = change.cursor() == null;
    failures.flushed(change.failuresVersion());
  }

  /** Whether the live position is all the state there is. */
  private boolean isQuiet() {
    return feed.isQuiet() && open.size() == 0 && !replay.isRunning();
  }

  private boolean isChanged(long readTo) {
    return flushedQuiet || changes.count() != flushedCount || readTo != flushedReadTo;
  }

  private CursorState state(long readTo) {
    List<OpenDelivery> remembered = open.sorted();
    // attempts in flight finish, but there is no retry
    remembered.removeIf(delivery -> delivery.isCancelled() || delivery.isSuperseded());
    return new CursorState(
        readTo,
        limits.hashes(),
        windows.pauses().sinceMillis(),
        windows.pauses().list(),
        windows.holds().list(),
        remembered,
        replay.progress(false));
  }
}
