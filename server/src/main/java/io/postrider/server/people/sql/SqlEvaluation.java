package io.postrider.server.people.sql;

import io.postrider.server.database.CompiledStatements;
import io.postrider.server.database.Database;
import io.postrider.server.database.Dialect;
import io.postrider.server.people.audience.StoredComputation;
import io.postrider.server.people.audience.Trigger;
import io.postrider.server.people.profile.ChangedProfile;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jdbi.v3.core.Handle;

/**
 * Notes which profiles have to be evaluated, and by what, in the transaction that changes them; the
 * evaluation follows at once, in short transactions of its own. So keeping profiles costs the same
 * however many audiences there are.
 *
 * <p>May be called from any thread.
 */
public final class SqlEvaluation implements Evaluation {

  private final Dialect dialect;
  private final Runnable wake;
  private volatile Interest known = new Interest(-1, false, Set.of());

  /**
   * What is looked at.
   *
   * @param anybody whether there is anybody who looks
   */
  private record Interest(long revision, boolean anybody, Set<String> triggers) {}

  /**
   * Notes profiles for whoever evaluates.
   *
   * @param wake has it look at what was noted; called behind the transaction
   */
  public SqlEvaluation(Database database, Runnable wake) {
    this.dialect = database.dialect();
    this.wake = wake;
  }

  @Override
  public void changed(Handle handle, Collection<ChangedProfile> changes, Instant now) {
    Interest interest = interest(handle);
    if (!interest.anybody()) {
      return;
    }
    Map<Long, Collection<String>> wanted = new HashMap<>();
    for (ChangedProfile touch : changes) {
      List<String> triggers = triggers(touch, interest.triggers());
      if (!triggers.isEmpty()) {
        wanted.put(touch.profile(), triggers);
      }
    }
    if (!wanted.isEmpty()) {
      PendingRows.add(handle, wanted);
      handle.afterCommit(wake);
    }
  }

  /** What is looked at cannot change any more until this transaction has ended. */
  private Interest interest(Handle handle) {
    long revision = RecomputeRows.revision(handle, dialect.sharing());
    Interest last = known;
    if (last.revision() == revision) {
      return last;
    }
    Set<String> triggers = new HashSet<>();
    boolean anybody = false;
    for (StoredComputation stored : StoredComputationRows.all(handle).values()) {
      if (stored.isLive()) {
        anybody = true;
        triggers.addAll(stored.triggers());
      }
    }
    Interest now = new Interest(revision, anybody, triggers);
    known = now;
    return now;
  }

  private static List<String> triggers(ChangedProfile touch, Set<String> looksAt) {
    if (touch.whole()) {
      return List.of(Trigger.ANY);
    }
    List<String> triggers = new ArrayList<>();
    for (String name : touch.traits()) {
      triggers.add(Trigger.trait(name));
    }
    for (long event : touch.events()) {
      triggers.add(Trigger.event(event));
    }
    triggers.retainAll(looksAt);
    return triggers;
  }

  @Override
  public void erased(Handle handle, Collection<Long> profiles) {
    PurgeRows.people(new CompiledStatements(handle, dialect, Instant.EPOCH), profiles);
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
