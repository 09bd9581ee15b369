package io.postrider.server.people.audience;

import io.postrider.id.DestinationId;
import java.time.Instant;
import java.util.List;

/** Changes that are kept and have not reached the log yet. Calls may block. */
public interface Outbox {

  /**
   * One change.
   *
   * @param number no other change has it, ever; later ones have higher ones
   * @param computation the number of the audience or computed trait
   * @param value JSON: true or false for an audience; the value, or null, for a computed trait
   */
  record Change(
      long number,
      long computation,
      String userId,
      String value,
      List<DestinationId> destinations,
      Instant at) {}

  /** The oldest changes. */
  List<Change> oldest(int most);

  /** Forgets changes that are in the log. */
  void published(List<Change> changes);

  /** How many there are. */
  long size();
}
