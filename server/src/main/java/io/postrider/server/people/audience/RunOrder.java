package io.postrider.server.people.audience;

import java.util.Collection;

/**
 * Decides which runs wait for others. Pure.
 *
 * <p>A run of a computation waits for the runs of those it depends on: otherwise it would publish a
 * change because of a value that is not computed yet, and take it back afterwards.
 */
public final class RunOrder {

  private RunOrder() {}

  /** Whether a computation depends on one that runs through all profiles now. */
  public static boolean waits(
      Definitions.Entry entry, Definitions definitions, Collection<StoredComputation> stored) {
    return stored.stream()
        .anyMatch(
            other ->
                other.isRunning()
                    && definitions.find(other.id()).isPresent()
                    && entry.triggers().contains(Trigger.computation(other.id())));
  }

  /** Whether a run will visit every profile later, because it has not begun. */
  public static boolean isToBegin(StoredComputation stored) {
    StoredComputation.Run run = stored.run();
    return stored.isRunning() && run != null && run.after() == 0;
  }
}
