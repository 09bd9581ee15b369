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
 * @param subjects how many users there are
 * @param erased whether what is kept here of the users was erased once
 * @param toAll whether each affected source is told of every user, seen there or not
 * @param sources the affected sources; empty before they were decided on
 * @param fates what became of all messages written down so far
 */
public record Deletion(
    RegulationStatus status,
    int subjects,
    boolean erased,
    boolean toAll,
    List<Work> sources,
    DeleteCounts fates) {

  /** How many users' messages go into the log together, so that live traffic goes on between. */
  public static final int CHUNK = 250;

  public Deletion {
    sources = List.copyOf(sources);
  }

  /**
   * How far one source has come.
   *
   * @param ordinal its place among the affected ones
   * @param nextSubject the first user whose message was not written down
   */
  public record Work(int ordinal, SourceId source, int nextSubject) {}

  /** What is to be done next. */
  public sealed interface Step {}

  /** Determine the affected sources. */
  public record Decide() implements Step {}

  /** Erase what is kept here of the users. */
  public record Erase() implements Step {}

  /** Send to one source's destinations that these users are deleted: from the one, to the other. */
  public record Send(Work work, int from, int to) implements Step {}

  /** Check the status of the messages. */
  public record Follow() implements Step {}

  /** Erase what was kept since, and say how it ended. */
  public record End(RegulationStatus status) implements Step {}

  /** The next step; must not be called once the deletion is over. */
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
    return fates.isOver() ? new End(fates.status()) : new Follow();
  }
}
