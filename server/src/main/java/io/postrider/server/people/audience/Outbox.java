package io.postrider.server.people.audience;

import io.postrider.id.DestinationId;
import java.time.Instant;
import java.util.List;

/** Stored changes that are not in the log yet. Calls may block. */
public interface Outbox {

  /**
   * One change.
   *
   * @param number unique forever, and higher than that of earlier changes
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

  List<Change> oldest(int most);

  /** Deletes changes that are in the log. */
  void published(List<Change> changes);

  long size();
}
