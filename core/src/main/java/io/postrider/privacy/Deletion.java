package io.postrider.privacy;

import io.postrider.id.SourceId;
import java.util.List;

/**
 * The saved state of a deletion, and its next step. Immutable.
 *
 * <p>Every step ends with one write that records it. After a crash before that write the step runs
 * again with the same content: a {@code delete} is sent at least once, and again only if its chunk
 * was not saved.
 *
 * @param erased whether the stored data of the users was erased once
 * @param toAll whether each affected source gets a delete for every user, seen there or not
 * @param sources the affected sources; empty until they are determined
 * @param counts the statuses of all messages appended so far
 */
public record Deletion(
    RegulationStatus status,
    int subjects,
    boolean erased,
    boolean toAll,
    List<Work> sources,
    DeleteCounts counts) {

  /** Maximum number of users per append, so that live traffic continues in between. */
  public static final int CHUNK = 250;

  public Deletion {
    sources = List.copyOf(sources);
  }

  /**
   * The progress of one source.
   *
   * @param nextSubject the first user whose message is not appended yet
   */
  public record Work(int ordinal, SourceId source, int nextSubject) {}

  /** A step of the deletion. */
  public sealed interface Step {}

  /** Determine the affected sources. */
  public record Decide() implements Step {}

  /** Erase the stored data of the users. */
  public record Erase() implements Step {}

  /** Append the deletes of a range of users for one source. */
  public record Send(Work work, int from, int to) implements Step {}

  /** Check the status of the messages. */
  public record Follow() implements Step {}

  /** Erase data stored since the first erasure, and save the final status. */
  public record End(RegulationStatus status) implements Step {}

  /** The next step; must not be called after the deletion ended. */
  public Step next() {
    if (!erased) {
      return new Erase();
    }
    if (status == RegulationStatus.INITIALIZED) {
      return new Decide();
    }
    for (Work work : sources) {
      if (work.nextSubject() < subjects) {
        int to = Math.min(subjects, work.nextSubject() + CHUNK);
        return new Send(work, work.nextSubject(), to);
      }
    }
    return counts.isOver() ? new End(counts.status()) : new Follow();
  }
}
