package io.postrider.server.people.sql;

import io.postrider.server.database.ExactText;
import io.postrider.server.database.Handle;
import io.postrider.server.database.RowBatch;
import io.postrider.server.people.profile.BatchProfile;
import io.postrider.server.people.profile.ProfileActivity;
import io.postrider.server.people.profile.ProfileLimits;
import io.postrider.server.people.profile.ProfileUpdate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The events of profiles, and the names of events. Used within a transaction, on any thread. */
final class EventRows {
  private static final int MAX_KNOWN_NAMES = 50_000;

  /**
   * The primary key of an event, and its size.
   *
   * @param sizeBytes counts towards the limit of its profile
   */
  record Place(long profile, long name, long at, long seq, int sizeBytes) {}

  private final String insert;
  private final Set<Long> knownNames = new HashSet<>();
  private long nameGeneration = -1;

  /**
   * @param json the type of columns that hold JSON
   */
  EventRows(String json) {
    insert =
        "insert into event (profile, name, at, seq, size_bytes, properties)"
            + " values (?, ?, ?, ?, ?, cast(? as %s)) on conflict do nothing".formatted(json);
  }

  /** Inserts events, and deletes the oldest events of profiles that exceed their limits. */
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
      if (activity.events() > limits.mostEvents() || activity.eventBytes() > limits.mostBytes()) {
        trim(handle, profile, limits);
      }
    }
  }

  private static void trim(Handle handle, BatchProfile profile, ProfileLimits limits) {
    List<Place> oldestFirst = find(handle, "where profile = ? order by at, seq", profile.number());
    int events = oldestFirst.size();
    long bytes = oldestFirst.stream().mapToLong(Place::sizeBytes).sum();
    List<Place> removed = new ArrayList<>();
    for (Place place : oldestFirst) {
      if (events <= limits.eventsAfterTrimming() && bytes <= limits.bytesAfterTrimming()) {
        break;
      }
      removed.add(place);
      events--;
      bytes -= place.sizeBytes;
    }
    remove(handle, removed);
    ProfileActivity before = profile.activity();
    profile.lost(before.events() - events, before.eventBytes() - bytes);
  }

  static List<Place> find(Handle handle, String condition, Object... values) {
    return handle
        .select("select profile, name, at, seq, size_bytes from event " + condition, values)
        .map(
            row ->
                new Place(
                    row.getLong(1), row.getLong(2), row.getLong(3), row.getLong(4), row.getInt(5)))
        .list();
  }

  static void remove(Handle handle, List<Place> places) {
    try (RowBatch batch =
        new RowBatch(
            handle, "delete from event where profile = ? and name = ? and at = ? and seq = ?")) {
      for (Place place : places) {
        batch.row(place.profile, place.name, place.at, place.seq);
      }
    }
  }

  /**
   * Inserts the names that are new.
   *
   * @param generation changes whenever names were deleted
   */
  synchronized void addNames(Handle handle, Collection<BatchProfile> profiles, long generation) {
    if (generation != nameGeneration || knownNames.size() > MAX_KNOWN_NAMES) {
      knownNames.clear();
      nameGeneration = generation;
    }
    Map<Long, String> names = new HashMap<>();
    for (BatchProfile profile : profiles) {
      for (BatchProfile.Event event : profile.events()) {
        ProfileUpdate.Happened happened = event.happened();
        if (!knownNames.contains(happened.name())) {
          names.put(happened.name(), happened.nameText());
        }
      }
    }
    if (names.isEmpty()) {
      return;
    }
    try (RowBatch batch =
        new RowBatch(
            handle,
            "insert into event_name (name, text_value, text_exact) values (?, ?, ?)"
                + " on conflict do nothing")) {
      names.forEach(
          (hash, text) ->
              batch.put(hash).put(ExactText.readable(text)).put(ExactText.exact(text)).add());
    }
    // after the commit: a rollback removes them again
    handle.afterCommit(() -> remember(names.keySet(), generation));
  }

  private synchronized void remember(Set<Long> names, long generation) {
    if (generation == nameGeneration) {
      knownNames.addAll(names);
    }
  }
}
