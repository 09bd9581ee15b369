package io.postrider.server.people.sql;

import io.postrider.message.HashKey;
import io.postrider.server.background.Bookmark;
import io.postrider.server.background.BookmarkMove;
import io.postrider.server.database.BookmarkRows;
import io.postrider.server.database.Database;
import io.postrider.server.database.DatabaseUrl;
import io.postrider.server.database.KeyedRows;
import io.postrider.server.database.Schema;
import io.postrider.server.people.profile.BatchProfiles;
import io.postrider.server.people.profile.IdHash;
import io.postrider.server.people.profile.IdHasher;
import io.postrider.server.people.profile.Identity;
import io.postrider.server.people.profile.Person;
import io.postrider.server.people.profile.ProfileLimits;
import io.postrider.server.people.profile.ProfileStore;
import io.postrider.server.people.profile.ProfileUpdate;
import io.postrider.server.people.profile.TouchedProfile;
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
  private final ProfileRows profiles;
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
    this.profiles = new ProfileRows(json);
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
  public long keep(BookmarkMove step, List<ProfileUpdate> facts, Instant now) {
    return access.write(
        handle -> {
          BOOKMARKS.move(handle, step);
          ProfileStateRow.Generations generations = ProfileStateRow.lock(handle);
          RebuildDeletions taken = RebuildDeletions.of(handle, step, facts);
          long leftOut = 0;
          int from = 0;
          for (int i = 0; i < facts.size(); i++) {
            if (taken.contain(facts.get(i))) {
              BatchProfiles earlier = people(handle, facts.subList(from, i), generations);
              leftOut += write(handle, earlier, generations);
              taken.repeat(handle, facts.get(i));
              generations = ProfileStateRow.lock(handle);
              from = i + 1;
            }
          }
          BatchProfiles people = people(handle, facts.subList(from, facts.size()), generations);
          leftOut += write(handle, people, generations);
          conclude(handle, step, people, now);
          return leftOut;
        });
  }

  private BatchProfiles people(
      Handle handle, List<ProfileUpdate> facts, ProfileStateRow.Generations generations) {
    Map<IdHash, Long> found = links.find(handle, IdentityRows.named(facts), generations.links());
    Set<Long> known = new HashSet<>(found.values());
    BatchProfiles people = new BatchProfiles(found, ActivityRows.find(handle, known));
    facts.forEach(people::take);
    return people;
  }

  private long write(Handle handle, BatchProfiles people, ProfileStateRow.Generations generations) {
    lockRows(handle, people);
    ProfileMoves.erase(handle, people.erased());
    Set<Person> made = number(handle, people);
    // in the order of the tables, so that neighbours are found on the same page
    List<Person> living =
        people.living().stream().sorted(Comparator.comparingLong(Person::profile)).toList();
    // traits of the profiles that go are read before these are gone
    long leftOut = profiles.write(handle, living, made);
    for (Person person : living) {
      person.absorbed().forEach(from -> ProfileMoves.merge(handle, from, person.profile()));
    }
    link(handle, people, generations.links());
    events.add(handle, living, limits);
    names.add(handle, living, generations.names());
    leftOut += groups.write(handle, people.groups());
    GroupRows.join(handle, living);
    ActivityRows.write(handle, living.stream().map(Person::standing).toList());
    ActivityRows.noteRecent(handle, living);
    supersede(handle, people);
    return leftOut;
  }

  private void link(Handle handle, BatchProfiles people, long generation) {
    IdentityRows.link(handle, people);
    Map<IdHash, Long> kept = people.links();
    if (!people.hasChangedLinks()) {
      handle.afterCommit(() -> links.learn(kept, generation));
      return;
    }
    ProfileStateRow.nextLinks(handle);
    Set<Long> gone = new HashSet<>(people.erased());
    people.living().forEach(person -> gone.addAll(person.absorbed()));
    handle.afterCommit(() -> links.change(gone, kept, generation + 1));
  }

  /** Whoever else changes profiles takes their rows in the same order, so that nobody waits. */
  private void lockRows(Handle handle, BatchProfiles people) {
    if (engine == DatabaseUrl.Engine.SQLITE) {
      return;
    }
    Set<Long> rows = new TreeSet<>(people.erased());
    for (Person person : people.living()) {
      rows.add(person.profile());
      rows.addAll(person.absorbed());
    }
    KeyedRows.find(
        handle,
        "select id from profile where id in (%s) order by id for update",
        rows,
        KeyedRows.NUMBERS,
        row -> {});
  }

  private static Set<Person> number(Handle handle, BatchProfiles people) {
    Set<Person> made = new HashSet<>();
    for (Person person : people.living()) {
      if (person.profile() == 0) {
        made.add(person);
      }
    }
    if (!made.isEmpty()) {
      long next = ProfileStateRow.draw(handle, made.size());
      for (Person person : people.living()) {
        if (person.profile() == 0) {
          person.number(next++);
        }
      }
    }
    return made;
  }

  /** Forgets what was told by profiles that are gone. */
  private void supersede(Handle handle, BatchProfiles people) {
    if (!people.erased().isEmpty()) {
      evaluation.erased(handle, people.erased());
    }
    for (Person person : people.living()) {
      person.absorbed().forEach(from -> evaluation.merged(handle, from, person.profile()));
    }
  }

  private void conclude(Handle handle, BookmarkMove step, BatchProfiles people, Instant now) {
    if (ProfileStateRow.isRebuilding(handle)) {
      ProfileStateRow.passed(handle, step);
      if (!ProfileStateRow.isRebuilding(handle)) {
        evaluation.rebuilt(handle, now);
      }
      return;
    }
    List<TouchedProfile> touches = new ArrayList<>();
    for (Person person : people.living()) {
      if (person.isTouched()) {
        touches.add(person.touch());
      }
    }
    if (!touches.isEmpty()) {
      evaluation.touched(handle, touches, now);
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
  public void rebuild(List<Stretch> stretches, Instant now) {
    boolean _ =
        access.write(
            handle -> {
              ProfileStateRow.Generations _ = ProfileStateRow.lock(handle);
              ProfileStateRow.nextLinks(handle);
              ProfileStateRow.nextNames(handle);
              ProfileStateRow.startRebuild(handle, stretches);
              ProfileMoves.forget(handle);
              if (stretches.isEmpty()) {
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
