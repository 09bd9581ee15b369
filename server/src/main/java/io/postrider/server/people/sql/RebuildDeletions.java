package io.postrider.server.people.sql;

import io.postrider.server.background.BookmarkMove;
import io.postrider.server.database.Handle;
import io.postrider.server.people.profile.IdHash;
import io.postrider.server.people.profile.ProfileUpdate;
import io.postrider.server.people.profile.Profiles;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The deletions that a rebuild reads again. A user who was deleted and existed again when the
 * rebuild started has sent everything since that deletion: the profile keeps its number and the
 * sent changes, because otherwise all changes would be sent again. Used within a transaction that
 * holds the lock of {@link ProfileStateRow}.
 *
 * @param beforeSeq deletions before this were applied before the rebuild
 * @param madeFrom profiles from this number on were created by the rebuild
 */
record RebuildDeletions(long beforeSeq, long madeFrom) {

  private static final RebuildDeletions NONE = new RebuildDeletions(Long.MIN_VALUE, 0);

  /** How far a partition of a log was read. */
  private record Taken(String log, long position) {

    Taken further(Taken other) {
      return log.equals(other.log) && position > other.position ? this : other;
    }
  }

  record Start(long madeFrom, Map<Integer, Taken> taken) {

    /** Stores it in the rebuild row of a partition. */
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

  /** The state to store; read before bookmarks and an unfinished rebuild are deleted. */
  static Start start(Handle handle) {
    Map<Integer, Taken> taken = new HashMap<>();
    for (String sql :
        List.of(
            "select log_partition, taken_log as log, taken as position from profile_rebuild",
            "select log_partition, log, position from profile_bookmark where not released")) {
      handle
          .select(sql)
          .mapBy("log_partition", Integer.class, Taken.class)
          .forEach((partition, place) -> taken.merge(partition, place, Taken::further));
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

  /** The deletions of a partition; none unless it is being rebuilt. */
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
                row ->
                    new RebuildDeletions(
                        Profiles.seq(step.partition(), row.getLong(1)), row.getLong(2)))
            .findFirst()
            .orElse(NONE);
  }

  boolean contain(ProfileUpdate update) {
    return update.content() instanceof ProfileUpdate.Erased(long seq) && seq < beforeSeq;
  }

  /** Deletes a user again, but not the changes sent since the first deletion. */
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
