package io.postrider.delivery;

import org.jspecify.annotations.Nullable;

/** The running replay, if any, and its progress. */
final class ReplayRun {

  private @Nullable Replay replay;
  private long position;
  private long taken;
  private long delivered;
  private long failed;
  private int open;

  boolean isRunning() {
    return replay != null;
  }

  void start(Replay replay) {
    restore(replay, replay.fromOffset(), 0, 0, 0);
  }

  void restore(Replay replay, long position, long taken, long delivered, long failed) {
    this.replay = replay;
    this.position = position;
    this.taken = taken;
    this.delivered = delivered;
    this.failed = failed;
    open = 0;
  }

  void stop() {
    replay = null;
  }

  @Nullable Replay replay() {
    return replay;
  }

  long position() {
    return position;
  }

  void position(long position) {
    this.position = position;
  }

  int open() {
    return open;
  }

  /** Counts a restored open delivery. */
  void reopened() {
    open++;
  }

  void took() {
    taken++;
    open++;
  }

  void ended(FinalStatus status) {
    open--;
    switch (status) {
      case DELIVERED -> delivered++;
      case FAILED, EXPIRED -> failed++;
      case CANCELLED, SUPERSEDED, FILTERED -> {}
    }
  }

  /** The progress of the running replay, or null. */
  @Nullable ReplayProgress progress(boolean cancelled) {
    return replay == null
        ? null
        : new ReplayProgress(replay, position, taken, delivered, failed, open, cancelled);
  }
}
