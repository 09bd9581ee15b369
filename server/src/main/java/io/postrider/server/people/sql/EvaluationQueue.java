package io.postrider.server.people.sql;

import io.postrider.server.database.CompiledStatements;
import io.postrider.server.database.Database;
import io.postrider.server.database.Dialect;
import io.postrider.server.database.Handle;
import io.postrider.server.database.PreparedBatch;
import io.postrider.server.database.SqlText;
import io.postrider.server.people.audience.StoredComputation;
import io.postrider.server.people.audience.Trigger;
import io.postrider.server.people.profile.ChangedProfile;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToIntFunction;

/**
 * The profiles that wait for evaluation, with their triggers. A profile is queued in the
 * transaction that changes it and evaluated soon after, in short transactions of their own; so
 * storing profiles costs the same however many audiences there are.
 *
 * <p>May be called from any thread.
 */
public final class EvaluationQueue implements ProfileChangeListener {
  /** A profile with more characters of triggers counts as touched by everything. */
  static final int MAX_CHARACTERS = 2_000;

  private final Dialect dialect;
  private final Runnable wake;
  private volatile Interest known = new Interest(-1, false, Set.of());

  /**
   * The triggers of all live computations.
   *
   * @param any whether there is a live computation
   */
  private record Interest(long revision, boolean any, Set<String> triggers) {}

  /**
   * @param wake called after each commit that queued profiles
   */
  public EvaluationQueue(Database database, Runnable wake) {
    this.dialect = database.dialect();
    this.wake = wake;
  }

  @Override
  public void changed(Handle handle, Collection<ChangedProfile> changes, Instant now) {
    Interest interest = interest(handle);
    if (!interest.any()) {
      return;
    }
    Map<Long, Collection<String>> touched = new HashMap<>();
    for (ChangedProfile change : changes) {
      List<String> triggers = triggers(change, interest.triggers());
      if (!triggers.isEmpty()) {
        touched.put(change.profile(), triggers);
      }
    }
    if (!touched.isEmpty()) {
      add(handle, touched);
      handle.afterCommit(wake);
    }
  }

  /** The interest cannot change until this transaction has ended. */
  private Interest interest(Handle handle) {
    long revision = StoredComputationRows.revision(handle, dialect.sharing());
    Interest last = known;
    if (last.revision() == revision) {
      return last;
    }
    Set<String> triggers = new HashSet<>();
    boolean any = false;
    for (StoredComputation stored : StoredComputationRows.all(handle).values()) {
      if (stored.isLive()) {
        any = true;
        triggers.addAll(stored.triggers());
      }
    }
    Interest current = new Interest(revision, any, triggers);
    known = current;
    return current;
  }

  private static List<String> triggers(ChangedProfile change, Set<String> wanted) {
    if (change.whole()) {
      return List.of(Trigger.ANY);
    }
    List<String> triggers = new ArrayList<>();
    change.traits().forEach(name -> triggers.add(Trigger.trait(name)));
    change.events().forEach(event -> triggers.add(Trigger.event(event)));
    triggers.retainAll(wanted);
    return triggers;
  }

  private static void add(Handle handle, Map<Long, Collection<String>> touched) {
    try (PreparedBatch batch =
        handle.prepareBatch(
            "insert into pending (profile, touched) values (?, ?)"
                + " on conflict (profile) do update set touched ="
                + " case when length(pending.touched) > ? then '*'"
                + " else pending.touched || ? || excluded.touched end")) {
      touched.forEach(
          (profile, triggers) ->
              batch.add(profile, String.join("\n", triggers), MAX_CHARACTERS, "\n"));
      batch.execute();
    }
  }

  /**
   * Some queued profiles.
   *
   * @param profiles in order
   * @param evaluations about how many evaluations they take; the limit if more profiles wait
   */
  record Portion(List<Long> profiles, int evaluations) {}

  /**
   * Queued profiles after one, in order; at least one if there is any.
   *
   * @param most how many evaluations they may take
   * @param evaluations how many evaluations a profile with these triggers takes
   */
  static Portion portion(
      Handle handle, long after, int most, ToIntFunction<Set<String>> evaluations) {
    Map<Long, Set<String>> queued = new LinkedHashMap<>();
    handle
        .select(
            "select profile, touched from pending where profile > ? order by profile limit ?",
            after,
            most)
        .map(row -> Map.entry(row.getLong(1), StoredComputationRows.lines(row.getString(2))))
        .forEach(one -> queued.put(one.getKey(), one.getValue()));
    List<Long> profiles = new ArrayList<>();
    int count = 0;
    for (Map.Entry<Long, Set<String>> entry : queued.entrySet()) {
      int more = Math.max(1, evaluations.applyAsInt(entry.getValue()));
      if (count + more > most && !profiles.isEmpty()) {
        return new Portion(profiles, most);
      }
      profiles.add(entry.getKey());
      count += more;
    }
    return new Portion(profiles, count);
  }

  /** Removes profiles from the queue; returns their triggers. */
  static Map<Long, Set<String>> take(CompiledStatements statements, Collection<Long> profiles) {
    Map<Long, Set<String>> taken = new HashMap<>();
    statements.each(
        SqlText.of(
            "delete from pending where ? returning profile, touched",
            statements.dialect().among("profile", profiles)),
        row -> taken.put(row.getLong(1), StoredComputationRows.lines(row.getString(2))));
    return taken;
  }

  @Override
  public void erased(Handle handle, Collection<Long> profiles) {
    PurgeRows.profiles(new CompiledStatements(handle, dialect, Instant.EPOCH), profiles);
  }

  @Override
  public void merged(Handle handle, long from, long into) {
    erased(handle, List.of(from));
  }

  @Override
  public void rebuilt(Handle handle, Instant now) {
    handle.execute("delete from pending");
    for (StoredComputation stored : StoredComputationRows.all(handle).values()) {
      if (!stored.deleted()) {
        StoredComputationRows.write(handle, stored.restarted(now));
      }
    }
    handle.afterCommit(wake);
  }
}
