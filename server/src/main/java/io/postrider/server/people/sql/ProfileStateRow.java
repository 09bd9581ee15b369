package io.postrider.server.people.sql;

import io.postrider.message.HashKey;
import io.postrider.server.background.BookmarkMove;
import io.postrider.server.database.Handle;
import io.postrider.server.people.profile.ProfileStore.OffsetRange;
import io.postrider.server.people.profile.ProfileStore.Progress;
import java.security.SecureRandom;
import java.util.List;
import java.util.Optional;

/** The single row of profile state, and the state of a rebuild. Used within a transaction. */
final class ProfileStateRow {

  private ProfileStateRow() {}

  /** Creates the row if it is missing; returns the hash key. */
  static HashKey open(Handle handle) {
    byte[] key = new byte[HashKey.LENGTH];
    new SecureRandom().nextBytes(key);
    handle.execute(
        "insert into profile_state (id, hash_key, next_profile, link_generation, name_generation)"
            + " values (1, ?, 1, 0, 0) on conflict do nothing",
        key);
    return HashKey.of(
        handle.select("select hash_key from profile_state").mapTo(byte[].class).one());
  }

  record Generations(long links, long names) {}

  /** Makes all other writers of profiles wait until the transaction ends. */
  static Generations lock(Handle handle) {
    handle.execute("update profile_state set next_profile = next_profile");
    return handle
        .select("select link_generation, name_generation from profile_state")
        .map(row -> new Generations(row.getLong(1), row.getLong(2)))
        .one();
  }

  /** Invalidates all caches of links. */
  static void nextLinks(Handle handle) {
    handle.execute("update profile_state set link_generation = link_generation + 1");
  }

  /** Invalidates all caches of event names. */
  static void nextNames(Handle handle) {
    handle.execute("update profile_state set name_generation = name_generation + 1");
  }

  /** Draws consecutive profile numbers; returns the first. */
  static long draw(Handle handle, int count) {
    long first = handle.select("select next_profile from profile_state").mapTo(Long.class).one();
    handle.execute("update profile_state set next_profile = ?", first + count);
    return first;
  }

  /**
   * Starts a rebuild.
   *
   * @param restores whether published changes are restored; always if an unfinished rebuild does
   */
  static void startRebuild(Handle handle, List<OffsetRange> ranges, boolean restores) {
    RebuildDeletions.Start start = RebuildDeletions.start(handle);
    boolean restoring = restores || isRestoring(handle);
    handle.execute("delete from profile_bookmark");
    handle.execute("delete from profile_rebuild");
    for (OffsetRange range : ranges) {
      handle.execute(
          "insert into profile_rebuild (log_partition, started_at, until, restores)"
              + " values (?, ?, ?, ?)",
          range.partition(),
          range.from(),
          range.until(),
          restoring);
      start.note(handle, range.partition());
    }
  }

  static boolean isRebuilding(Handle handle) {
    return handle.select("select count(*) from profile_rebuild").mapTo(Long.class).one() > 0;
  }

  /** Whether a rebuild restores what was published before. */
  static boolean isRestoring(Handle handle) {
    return handle
            .select("select count(*) from profile_rebuild where restores")
            .mapTo(Long.class)
            .one()
        > 0;
  }

  static void passed(Handle handle, BookmarkMove step) {
    handle.execute(
        "delete from profile_rebuild where log_partition = ? and until <= ?",
        step.partition(),
        step.after().position());
  }

  static Optional<Progress> progress(Handle handle) {
    return handle
        .select(
            "select sum(r.until - r.started_at) as total, sum(case when b.position is null then 0"
                + " when b.position > r.until then r.until - r.started_at"
                + " when b.position < r.started_at then 0 else b.position - r.started_at end)"
                + " as done from profile_rebuild r"
                + " left join profile_bookmark b on b.log_partition = r.log_partition"
                + " having count(*) > 0")
        .mapTo(Progress.class)
        .findFirst();
  }
}
