package io.postrider.log.embedded;

/**
 * What goes wrong on a {@link SimulatedDisk}, and at which of its steps.
 *
 * @param step the first step it happens at, counted from 0
 * @param steps how many steps it lasts
 * @param seed decides what is kept and what is lost
 */
record Fault(Kind kind, int step, int steps, long seed) {

  static final Fault NONE = new Fault(Kind.IO_ERROR, Integer.MAX_VALUE, 0, 0);

  enum Kind {
    /** The machine dies before the step; all that was not synced is lost. */
    CRASH_LOSING_ALL,
    /** The machine dies after the step; some sectors and names that were not synced are kept. */
    CRASH_KEEPING_SOME,
    /** The machine dies within a write, of which the first part is kept and nothing else. */
    TORN_WRITE,
    /** The process dies within the step; the disk goes on, and still shows what is not synced. */
    KILLED,
    /** There is no space. */
    NO_SPACE,
    /** Writing fails, half way through. */
    IO_ERROR,
    /** Syncing fails. Some of what was not synced is lost for good, though readers see it. */
    FAILED_SYNC,
    /** Syncing fails. Some of what was not synced is lost for good, and readers see that. */
    FAILED_SYNC_FORGETTING,
    /** Reading fails. Counted apart from the other steps. */
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
