package io.postrider.server.people.sql;

import io.postrider.server.database.RowBatch;
import io.postrider.server.people.profile.BatchProfile;
import io.postrider.server.people.profile.ProfileActivity;
import io.postrider.server.people.profile.ProfileLimits;
import io.postrider.server.people.profile.ProfileUpdate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jdbi.v3.core.Handle;

/** How the events of people lie in their table. To be used within a transaction. */
final class EventRows {

  /** Where an event lies, and what it counts towards the bound of its profile. */
  record Place(long profile, long name, long at, long seq, int sizeBytes) {}

  private final String insert;

  /**
   * @param json the type of columns that hold JSON
   */
  EventRows(String json) {
    insert =
        "insert into event (profile, name, at, seq, size_bytes, properties)"
            + " values (?, ?, ?, ?, ?, cast(? as %s)) on conflict do nothing".formatted(json);
  }

  /** Adds what people did, and removes what has become too much. */
  void add(Handle handle, Collection<BatchProfile> profiles, ProfileLimits limits) {
    try (RowBatch batch = new RowBatch(handle, insert)) {
      for (BatchProfile profile : profiles) {
        for (BatchProfile.Event event : profile.events()) {
          ProfileUpdate.Happened happened = event.happened();
          batch.put(profile.number()).put(happened.name()).put(event.atMillis());
          batch.put(happened.seq()).put(happened.sizeBytes()).put(happened.properties()).add();
        }
      }
    }
    for (BatchProfile profile : profiles) {
      ProfileActivity activity = profile.activity();
      boolean tooMuch =
          activity.events() > limits.mostEvents() || activity.eventBytes() > limits.mostBytes();
      if (tooMuch) {
        trim(handle, profile, limits);
      }
    }
  }

  private static void trim(Handle handle, BatchProfile profile, ProfileLimits limits) {
    List<Place> oldestFirst =
        handle
            .select(
                "select profile, name, at, seq, size_bytes from event where profile = ?"
                    + " order by at, seq",
                profile.number())
            .map((row, context) -> place(row))
            .list();
    int events = oldestFirst.size();
    long bytes = oldestFirst.stream().mapToLong(Place::sizeBytes).sum();
    List<Place> gone = new ArrayList<>();
    for (Place place : oldestFirst) {
      if (events <= limits.eventsAfterTrimming() && bytes <= limits.bytesAfterTrimming()) {
        break;
      }
      gone.add(place);
      events--;
      bytes -= place.sizeBytes;
    }
    remove(handle, gone);
    ProfileActivity before = profile.activity();
    profile.lost(before.events() - events, before.eventBytes() - bytes);
  }

  static Place place(java.sql.ResultSet row) throws java.sql.SQLException {
    return new Place(row.getLong(1), row.getLong(2), row.getLong(3), row.getLong(4), row.getInt(5));
  }

  /** Removes some events. */
  static void remove(Handle handle, List<Place> places) {
    try (RowBatch batch =
        new RowBatch(
            handle, "delete from event where profile = ? and name = ? and at = ? and seq = ?")) {
      for (Place place : places) {
        batch.put(place.profile).put(place.name).put(place.at).put(place.seq).add();
      }
    }
  }

  /** What some events take off the activity of each profile they are of. */
  static Map<Long, long[]> lost(List<Place> places) {
    Map<Long, long[]> lost = new HashMap<>();
    for (Place place : places) {
      long[] sums = lost.computeIfAbsent(place.profile, profile -> new long[2]);
      sums[0]++;
      sums[1] += place.sizeBytes;
    }
    return lost;
  }
}
