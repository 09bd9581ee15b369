package io.postrider.log.embedded;

/**
 * A fault of a {@link SimulatedDisk}, and the steps at which it happens.
 *
 * @param step the first step of the fault, counted from 0
 * @param steps the number of steps
 * @param seed decides which unsynced changes survive
 */
record Fault(Kind kind, int step, int steps, long seed) {

  static final Fault NONE = new Fault(Kind.IO_ERROR, Integer.MAX_VALUE, 0, 0);

  enum Kind {
    /** The machine crashes before the step; all unsynced changes are lost. */
    CRASH_LOSING_ALL,
    /** The machine crashes after the step; some unsynced sectors and names survive. */
    CRASH_KEEPING_SOME,
    /** The machine crashes during a write; only the first part of that write survives. */
    TORN_WRITE,
    /** The process is killed during the step; the disk keeps all unsynced changes. */
    KILLED,
    /** The disk is full. */
    NO_SPACE,
    /** A write fails halfway. */
    IO_ERROR,
    /** A sync fails. Some unsynced changes never become durable, but readers still see them. */
    FAILED_SYNC,
    /** A sync fails. Some unsynced changes are lost, and readers see the loss. */
    FAILED_SYNC_FORGETTING,
    /** A read fails. Reads are counted separately from other steps. */
    READ_ERROR
  }

  boolean covers(int now) {
    return now >= step && now - step < steps;
  }

  boolean isCrash() {
    return kind == Kind.CRASH_LOSING_ALL
        || kind == Kind.CRASH_KEEPING_SOME
        || kind == Kind.TORN_WRITE
        || kind == Kind.KILLED;
  }
}
