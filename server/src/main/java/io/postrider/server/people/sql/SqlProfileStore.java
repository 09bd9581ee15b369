package io.postrider.server.people.sql;

import io.postrider.message.HashKey;
import io.postrider.server.background.Bookmark;
import io.postrider.server.background.BookmarkMove;
import io.postrider.server.background.BookmarkRows;
import io.postrider.server.database.Database;
import io.postrider.server.database.DatabaseUrl;
import io.postrider.server.database.Handle;
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

/**
 * Profiles in SQL. Every change first locks the row of {@link ProfileStateRow}, so that changes run
 * one after the other, and reports changed profiles to a listener in the same transaction.
 */
public final class SqlProfileStore implements ProfileStore {

  private static final BookmarkRows BOOKMARKS = new BookmarkRows("profile_bookmark");

  /** About 12 MiB of memory. */
  private static final int MAX_KNOWN_LINKS = 100_000;

  private final Database database;
  private final DatabaseUrl.Engine engine;
  private final ProfileLimits limits;
  private final ProfileChangeListener listener;
  private final HashKey hashKey;
  private final ProfileRows profileRows;
  private final EventRows events;
  private final GroupRows groups;
  private final IdentityCache links = new IdentityCache(MAX_KNOWN_LINKS);
  private final ProfilePruneRows pruning;

  /** Stores profiles in a database that was opened with {@link Schema#PROFILES}. */
  public SqlProfileStore(Database database, ProfileLimits limits, ProfileChangeListener listener) {
    this.database = database;
    this.engine = database.engine();
    this.limits = limits;
    this.listener = listener;
    String json = engine == DatabaseUrl.Engine.SQLITE ? "text" : "jsonb";
    this.profileRows = new ProfileRows(json);
    this.events = new EventRows(json);
    this.groups = new GroupRows(json);
    this.pruning = new ProfilePruneRows(listener);
    this.hashKey = database.write(ProfileStateRow::open);
  }

  @Override
  public HashKey hashKey() {
    return hashKey;
  }

  @Override
  public Optional<Bookmark> bookmark(int partition) {
    return database.read(handle -> BOOKMARKS.find(handle, partition));
  }

  @Override
  public long apply(BookmarkMove step, List<ProfileUpdate> updates, Instant now) {
    return database.write(
        handle -> {
          BOOKMARKS.move(handle, step);
          ProfileStateRow.Generations generations = ProfileStateRow.lock(handle);
          RebuildDeletions repeated = RebuildDeletions.of(handle, step, updates);
          List<UpdateRun> runs =
              UpdateRun.of(updates, repeated::contain, PublishedRows.isNeeded(handle, updates));
          long dropped = 0;
          for (UpdateRun run : runs.subList(0, runs.size() - 1)) {
            dropped += write(handle, run, generations).dropped();
            ProfileUpdate deletion = run.deletion();
            if (deletion != null) {
              repeated.repeat(handle, deletion);
            }
            generations = ProfileStateRow.lock(handle);
          }
          Written last = write(handle, runs.getLast(), generations);
          reportChanged(handle, step, last.batch(), now);
          return dropped + last.dropped();
        });
  }

  private record Written(BatchProfiles batch, long dropped) {}

  private Written write(Handle handle, UpdateRun run, ProfileStateRow.Generations generations) {
    BatchProfiles batch = batch(handle, run.updates(), generations);
    long dropped = write(handle, batch, generations);
    PublishedRows.restore(handle, database.dialect(), run.published());
    return new Written(batch, dropped);
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
    // in table order, so that neighbours share a page
    List<BatchProfile> profiles =
        batch.profiles().stream().sorted(Comparator.comparingLong(BatchProfile::number)).toList();
    // reads the traits of merged profiles before they are deleted
    long dropped = profileRows.write(handle, profiles, made);
    for (BatchProfile profile : profiles) {
      profile.absorbed().forEach(from -> ProfileMoves.merge(handle, from, profile.number()));
    }
    link(handle, batch, generations.links());
    events.add(handle, profiles, limits);
    events.addNames(handle, profiles, generations.names());
    dropped += groups.write(handle, batch.groups());
    GroupRows.join(handle, profiles);
    ActivityRows.write(handle, profiles.stream().map(BatchProfile::activity).toList());
    ActivityRows.noteRecent(handle, profiles);
    reportRemoved(handle, batch);
    return dropped;
  }

  private void link(Handle handle, BatchProfiles batch, long generation) {
    IdentityRows.link(handle, batch);
    Map<IdHash, Long> committed = batch.links();
    if (!batch.hasChangedLinks()) {
      handle.afterCommit(() -> links.learn(committed, generation));
      return;
    }
    ProfileStateRow.nextLinks(handle);
    Set<Long> removed = new HashSet<>(batch.erased());
    batch.profiles().forEach(profile -> removed.addAll(profile.absorbed()));
    handle.afterCommit(() -> links.change(removed, committed, generation + 1));
  }

  /** Locks rows in the order in which all other writers do, so that none deadlock. */
  private void lockRows(Handle handle, BatchProfiles batch) {
    if (engine == DatabaseUrl.Engine.SQLITE) {
      return;
    }
    Set<Long> rows = new TreeSet<>(batch.erased());
    for (BatchProfile profile : batch.profiles()) {
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
    for (BatchProfile profile : batch.profiles()) {
      if (profile.number() == 0) {
        made.add(profile);
      }
    }
    if (!made.isEmpty()) {
      long next = ProfileStateRow.draw(handle, made.size());
      for (BatchProfile profile : batch.profiles()) {
        if (profile.number() == 0) {
          profile.assignNumber(next++);
        }
      }
    }
    return made;
  }

  private void reportRemoved(Handle handle, BatchProfiles batch) {
    if (!batch.erased().isEmpty()) {
      listener.erased(handle, batch.erased());
    }
    for (BatchProfile profile : batch.profiles()) {
      profile.absorbed().forEach(from -> listener.merged(handle, from, profile.number()));
    }
  }

  private void reportChanged(Handle handle, BookmarkMove step, BatchProfiles batch, Instant now) {
    if (ProfileStateRow.isRebuilding(handle)) {
      boolean restored = ProfileStateRow.isRestoring(handle);
      ProfileStateRow.passed(handle, step);
      if (!ProfileStateRow.isRebuilding(handle)) {
        if (restored) {
          PublishedRows.count(handle);
        }
        listener.rebuilt(handle, now);
      }
      return;
    }
    List<ChangedProfile> changes = new ArrayList<>();
    for (BatchProfile profile : batch.profiles()) {
      if (profile.isChanged()) {
        changes.add(profile.change());
      }
    }
    if (!changes.isEmpty()) {
      listener.changed(handle, changes, now);
    }
  }

  @Override
  public List<Long> eventNames() {
    return database.list(Long.class, "select name from event_name order by name");
  }

  @Override
  public int prune(long name, Instant before, Instant now) {
    long millis = before.toEpochMilli();
    return database.read(handle -> ProfilePruneRows.hasOld(handle, name, millis))
        ? database.write(handle -> pruning.events(handle, name, millis, now))
        : 0;
  }

  @Override
  public Optional<Long> pruneAnonymous(long after, Instant before) {
    long millis = before.toEpochMilli();
    List<Long> found =
        database.read(handle -> ProfilePruneRows.oldAnonymous(handle, after, millis));
    if (found.isEmpty()) {
      return Optional.empty();
    }
    return database.write(
        handle -> {
          pruning.anonymous(handle, found, millis);
          return Optional.of(found.getLast());
        });
  }

  @Override
  public boolean indexTraits(int most) {
    return database.read(TraitValueRows::isIndexing)
        && database.write(
            handle -> {
              ProfileStateRow.Generations _ = ProfileStateRow.lock(handle);
              return TraitValueRows.index(handle, most);
            });
  }

  @Override
  public boolean erase(String userId) {
    Identity user = new IdHasher(hashKey).identity(Identity.Kind.USER, userId);
    return database.write(
        handle -> {
          ProfileStateRow.Generations _ = ProfileStateRow.lock(handle);
          List<Long> found = List.copyOf(IdentityRows.find(handle, List.of(user.hash())).values());
          if (found.isEmpty()) {
            return false;
          }
          ProfileStateRow.nextLinks(handle);
          ProfileMoves.erase(handle, found);
          listener.erased(handle, found);
          return true;
        });
  }

  @Override
  public void rebuild(List<OffsetRange> ranges, Instant now) {
    rebuild(ranges, now, false);
  }

  @Override
  public void restore(List<OffsetRange> ranges, Instant now) {
    rebuild(ranges, now, true);
  }

  private void rebuild(List<OffsetRange> ranges, Instant now, boolean restores) {
    database.change(
        handle -> {
          ProfileStateRow.Generations _ = ProfileStateRow.lock(handle);
          ProfileStateRow.nextLinks(handle);
          ProfileStateRow.nextNames(handle);
          ProfileStateRow.startRebuild(handle, ranges, restores);
          ProfileMoves.forget(handle);
          if (ranges.isEmpty()) {
            listener.rebuilt(handle, now);
          }
        });
  }

  @Override
  public Optional<Progress> rebuilding() {
    return database.read(ProfileStateRow::progress);
  }

  @Override
  public void release() {
    database.change(BOOKMARKS::release);
  }
}
