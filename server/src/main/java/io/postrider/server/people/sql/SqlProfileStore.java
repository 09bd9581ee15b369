package io.postrider.server.people.sql;

import io.postrider.message.HashKey;
import io.postrider.server.background.Bookmark;
import io.postrider.server.background.BookmarkMove;
import io.postrider.server.database.BookmarkRows;
import io.postrider.server.database.Database;
import io.postrider.server.database.DatabaseUrl;
import io.postrider.server.database.KeyedRows;
import io.postrider.server.database.Schema;
import io.postrider.server.people.profile.BatchProfile;
import io.postrider.server.people.profile.BatchProfiles;
import io.postrider.server.people.profile.ChangedProfile;
import io.postrider.server.people.profile.IdHash;
import io.postrider.server.people.profile.IdHasher;
import io.postrider.server.people.profile.Identity;
import io.postrider.server.people.profile.ProfileLimits;
import io.postrider.server.people.profile.ProfileStore;
import io.postrider.server.people.profile.ProfileUpdate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jdbi.v3.core.Handle;

/**
 * Profiles in SQL. Every change first takes the row of {@link ProfileStateRow}, which holds off any
 * other; what is concluded from it is written in the same transaction by an {@link Evaluation}.
 */
public final class SqlProfileStore implements ProfileStore {

  private static final BookmarkRows BOOKMARKS = new BookmarkRows("profile_bookmark");

  /** A dozen MiB of memory. */
  private static final int MOST_KNOWN_LINKS = 100_000;

  private final Database access;
  private final DatabaseUrl.Engine engine;
  private final ProfileLimits limits;
  private final Evaluation evaluation;
  private final HashKey hashKey;
  private final ProfileRows profileRows;
  private final EventRows events;
  private final GroupRows groups;
  private final EventNameRows names = new EventNameRows();
  private final IdentityCache links = new IdentityCache(MOST_KNOWN_LINKS);
  private final ProfilePruneRows pruning;

  /** Keeps profiles in a database that was opened with {@link Schema#PROFILES}. */
  public SqlProfileStore(Database database, ProfileLimits limits, Evaluation evaluation) {
    this.access = database;
    this.engine = database.engine();
    this.limits = limits;
    this.evaluation = evaluation;
    String json = engine == DatabaseUrl.Engine.SQLITE ? "text" : "jsonb";
    this.profileRows = new ProfileRows(json);
    this.events = new EventRows(json);
    this.groups = new GroupRows(json);
    this.pruning = new ProfilePruneRows(evaluation);
    this.hashKey = database.write(ProfileStateRow::open);
  }

  @Override
  public HashKey hashKey() {
    return hashKey;
  }

  @Override
  public Optional<Bookmark> bookmark(int partition) {
    return access.read(handle -> BOOKMARKS.find(handle, partition));
  }

  @Override
  public long apply(BookmarkMove step, List<ProfileUpdate> updates, Instant now) {
    return access.write(
        handle -> {
          BOOKMARKS.move(handle, step);
          ProfileStateRow.Generations generations = ProfileStateRow.lock(handle);
          RebuildDeletions taken = RebuildDeletions.of(handle, step, updates);
          long leftOut = 0;
          int from = 0;
          for (int i = 0; i < updates.size(); i++) {
            if (taken.contain(updates.get(i))) {
              BatchProfiles earlier = batch(handle, updates.subList(from, i), generations);
              leftOut += write(handle, earlier, generations);
              taken.repeat(handle, updates.get(i));
              generations = ProfileStateRow.lock(handle);
              from = i + 1;
            }
          }
          BatchProfiles batch = batch(handle, updates.subList(from, updates.size()), generations);
          leftOut += write(handle, batch, generations);
          conclude(handle, step, batch, now);
          return leftOut;
        });
  }

  private BatchProfiles batch(
      Handle handle, List<ProfileUpdate> updates, ProfileStateRow.Generations generations) {
    Map<IdHash, Long> found = links.find(handle, IdentityRows.named(updates), generations.links());
    Set<Long> known = new HashSet<>(found.values());
    BatchProfiles batch = new BatchProfiles(found, ActivityRows.find(handle, known));
    updates.forEach(batch::take);
    return batch;
  }

  private long write(Handle handle, BatchProfiles batch, ProfileStateRow.Generations generations) {
    lockRows(handle, batch);
    ProfileMoves.erase(handle, batch.erased());
    Set<BatchProfile> made = number(handle, batch);
    // in the order of the tables, so that neighbours are found on the same page
    List<BatchProfile> living =
        batch.living().stream().sorted(Comparator.comparingLong(BatchProfile::number)).toList();
    // traits of the profiles that go are read before these are gone
    long leftOut = profileRows.write(handle, living, made);
    for (BatchProfile profile : living) {
      profile.absorbed().forEach(from -> ProfileMoves.merge(handle, from, profile.number()));
    }
    link(handle, batch, generations.links());
    events.add(handle, living, limits);
    names.add(handle, living, generations.names());
    leftOut += groups.write(handle, batch.groups());
    GroupRows.join(handle, living);
    ActivityRows.write(handle, living.stream().map(BatchProfile::activity).toList());
    ActivityRows.noteRecent(handle, living);
    supersede(handle, batch);
    return leftOut;
  }

  private void link(Handle handle, BatchProfiles batch, long generation) {
    IdentityRows.link(handle, batch);
    Map<IdHash, Long> kept = batch.links();
    if (!batch.hasChangedLinks()) {
      handle.afterCommit(() -> links.learn(kept, generation));
      return;
    }
    ProfileStateRow.nextLinks(handle);
    Set<Long> gone = new HashSet<>(batch.erased());
    batch.living().forEach(profile -> gone.addAll(profile.absorbed()));
    handle.afterCommit(() -> links.change(gone, kept, generation + 1));
  }

  /** Whoever else changes profiles takes their rows in the same order, so that nobody waits. */
  private void lockRows(Handle handle, BatchProfiles batch) {
    if (engine == DatabaseUrl.Engine.SQLITE) {
      return;
    }
    Set<Long> rows = new TreeSet<>(batch.erased());
    for (BatchProfile profile : batch.living()) {
      rows.add(profile.number());
      rows.addAll(profile.absorbed());
    }
    KeyedRows.find(
        handle,
        "select id from profile where id in (%s) order by id for update",
        rows,
        KeyedRows.NUMBERS,
        row -> {});
  }

  private static Set<BatchProfile> number(Handle handle, BatchProfiles batch) {
    Set<BatchProfile> made = new HashSet<>();
    for (BatchProfile profile : batch.living()) {
      if (profile.number() == 0) {
        made.add(profile);
      }
    }
    if (!made.isEmpty()) {
      long next = ProfileStateRow.draw(handle, made.size());
      for (BatchProfile profile : batch.living()) {
        if (profile.number() == 0) {
          profile.assignNumber(next++);
        }
      }
    }
    return made;
  }

  /** Forgets what was told by profiles that are gone. */
  private void supersede(Handle handle, BatchProfiles batch) {
    if (!batch.erased().isEmpty()) {
      evaluation.erased(handle, batch.erased());
    }
    for (BatchProfile profile : batch.living()) {
      profile.absorbed().forEach(from -> evaluation.merged(handle, from, profile.number()));
    }
  }

  private void conclude(Handle handle, BookmarkMove step, BatchProfiles batch, Instant now) {
    if (ProfileStateRow.isRebuilding(handle)) {
      ProfileStateRow.passed(handle, step);
      if (!ProfileStateRow.isRebuilding(handle)) {
        evaluation.rebuilt(handle, now);
      }
      return;
    }
    List<ChangedProfile> changes = new ArrayList<>();
    for (BatchProfile profile : batch.living()) {
      if (profile.isChanged()) {
        changes.add(profile.change());
      }
    }
    if (!changes.isEmpty()) {
      evaluation.changed(handle, changes, now);
    }
  }

  @Override
  public List<Long> eventNames() {
    return access.read(
        handle ->
            handle.select("select name from event_name order by name").mapTo(Long.class).list());
  }

  @Override
  public int prune(long name, Instant before, Instant now) {
    long millis = before.toEpochMilli();
    return access.read(handle -> ProfilePruneRows.hasOld(handle, name, millis))
        ? access.write(handle -> pruning.events(handle, name, millis, now))
        : 0;
  }

  @Override
  public Optional<Long> pruneAnonymous(long after, Instant before) {
    long millis = before.toEpochMilli();
    List<Long> found = access.read(handle -> ProfilePruneRows.oldAnonymous(handle, after, millis));
    if (found.isEmpty()) {
      return Optional.empty();
    }
    return access.write(
        handle -> {
          pruning.anonymous(handle, found, millis);
          return Optional.of(found.getLast());
        });
  }

  @Override
  public boolean erase(String userId) {
    Identity user = new IdHasher(hashKey).identity(Identity.Kind.USER, userId);
    return access.write(
        handle -> {
          ProfileStateRow.Generations _ = ProfileStateRow.lock(handle);
          List<Long> found = List.copyOf(IdentityRows.find(handle, List.of(user.hash())).values());
          if (found.isEmpty()) {
            return false;
          }
          ProfileStateRow.nextLinks(handle);
          ProfileMoves.erase(handle, found);
          evaluation.erased(handle, found);
          return true;
        });
  }

  @Override
  public void rebuild(List<OffsetRange> ranges, Instant now) {
    boolean _ =
        access.write(
            handle -> {
              ProfileStateRow.Generations _ = ProfileStateRow.lock(handle);
              ProfileStateRow.nextLinks(handle);
              ProfileStateRow.nextNames(handle);
              ProfileStateRow.startRebuild(handle, ranges);
              ProfileMoves.forget(handle);
              if (ranges.isEmpty()) {
                evaluation.rebuilt(handle, now);
              }
              return true;
            });
  }

  @Override
  public Optional<Progress> rebuilding() {
    return access.read(ProfileStateRow::progress);
  }

  @Override
  public void release() {
    boolean _ =
        access.write(
            handle -> {
              BOOKMARKS.release(handle);
              return true;
            });
  }
}
