package io.postrider.delivery;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Determines what to save of a machine's state, and tracks what was saved. */
final class CursorTracker {

  private final DestinationLimits limits;
  private final MessageFeed feed;
  private final OpenDeliveries open;
  private final RetryWindow windows;
  private final ReplayRun replay;
  private final UntoldRanges untold;
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
      UntoldRanges untold,
      FailureIndex failures,
      ChangeCounter changes) {
    this.limits = limits;
    this.feed = feed;
    this.open = open;
    this.windows = windows;
    this.replay = replay;
    this.untold = untold;
    this.failures = failures;
    this.changes = changes;
  }

  long neededFrom() {
    long needed = Math.min(Math.min(feed.readTo(), open.oldest()), untold.first());
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
    return feed.isQuiet() && open.size() == 0 && !replay.isRunning() && untold.isEmpty();
  }

  private boolean isChanged(long readTo) {
    return flushedQuiet || changes.count() != flushedCount || readTo != flushedReadTo;
  }

  private CursorState state(long readTo) {
    return new CursorState(
        readTo,
        limits.hashes(),
        windows.pauses().sinceMillis(),
        windows.pauses().list(),
        windows.holds().list(),
        open.sorted(),
        untold.list(),
        replay.progress(false));
  }
}
