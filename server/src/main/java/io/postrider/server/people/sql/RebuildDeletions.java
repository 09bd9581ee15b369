package io.postrider.server.people.sql;

import io.postrider.server.background.BookmarkMove;
import io.postrider.server.people.profile.IdHash;
import io.postrider.server.people.profile.ProfileUpdate;
import io.postrider.server.people.profile.Profiles;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jdbi.v3.core.Handle;

/**
 * The deletions that are met again while profiles are built anew. Whoever was deleted, came back
 * and was there when the building started has told everything since that deletion: their number
 * stays, and with it what was told, or it would all be told again. To be used within a transaction
 * that has the lock of {@link ProfileStateRow}.
 *
 * @param beforeSeq deletions before it were taken already
 * @param madeFrom profiles from this number on were made by the building, and nothing was told
 */
record RebuildDeletions(long beforeSeq, long madeFrom) {

  private static final RebuildDeletions NONE = new RebuildDeletions(Long.MIN_VALUE, 0);

  /** How far a partition was taken, and in which log. */
  private record Taken(String log, long position) {

    Taken further(Taken other) {
      return log.equals(other.log) && position > other.position ? this : other;
    }
  }

  /** What is known when a building starts. */
  record Start(long madeFrom, Map<Integer, Taken> taken) {

    /** Notes it with the building of a partition, whose row is there. */
    void note(Handle handle, int partition) {
      Taken before = taken.getOrDefault(partition, new Taken("", 0));
      handle.execute(
          "update profile_rebuild set taken = ?, taken_log = ?, made_from = ?"
              + " where log_partition = ?",
          before.position(),
          before.log(),
          madeFrom,
          partition);
    }
  }

  /** What is to be noted; asked before bookmarks and an unfinished building are forgotten. */
  static Start start(Handle handle) {
    Map<Integer, Taken> taken = new HashMap<>();
    for (String sql :
        List.of(
            "select log_partition, taken_log, taken from profile_rebuild",
            "select log_partition, log, position from profile_bookmark where not released")) {
      handle
          .select(sql)
          .map(
              (row, context) ->
                  Map.entry(row.getInt(1), new Taken(row.getString(2), row.getLong(3))))
          .forEach(one -> taken.merge(one.getKey(), one.getValue(), Taken::further));
    }
    long madeFrom =
        handle
            .select(
                "select coalesce((select min(made_from) from profile_rebuild),"
                    + " (select next_profile from profile_state))")
            .mapTo(Long.class)
            .one();
    return new Start(madeFrom, taken);
  }

  /** Those of the partition of a step; none unless it is being built anew. */
  static RebuildDeletions of(Handle handle, BookmarkMove step, List<ProfileUpdate> updates) {
    return updates.stream().noneMatch(update -> update.content() instanceof ProfileUpdate.Erased)
        ? NONE
        : handle
            .select(
                "select taken, made_from from profile_rebuild"
                    + " where log_partition = ? and taken_log = ?",
                step.partition(),
                step.after().log().toString())
            .map(
                (row, context) ->
                    new RebuildDeletions(
                        Profiles.seq(step.partition(), row.getLong(1)), row.getLong(2)))
            .findFirst()
            .orElse(NONE);
  }

  /** Whether a update is one of them. */
  boolean contain(ProfileUpdate update) {
    return update.content() instanceof ProfileUpdate.Erased(long seq) && seq < beforeSeq;
  }

  /** Deletes a user once more, but not what was told of them since the first time. */
  void repeat(Handle handle, ProfileUpdate deletion) {
    IdHash user = Objects.requireNonNull(deletion.user()).hash();
    ProfileStateRow.nextLinks(handle);
    for (long profile : IdentityRows.find(handle, List.of(user)).values()) {
      if (profile < madeFrom) {
        ProfileMoves.forget(handle, profile);
      } else {
        ProfileMoves.erase(handle, List.of(profile));
      }
    }
  }
}
