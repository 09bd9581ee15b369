package io.postrider.server.people.sql;

import io.postrider.audience.ComputationId;
import io.postrider.audience.ComputationKind;
import io.postrider.audience.TraitValueJson;
import io.postrider.condition.Value;
import io.postrider.server.database.CompiledStatements;
import io.postrider.server.database.Dialect;
import io.postrider.server.database.Handle;
import io.postrider.server.database.RowBatch;
import io.postrider.server.database.SqlText;
import io.postrider.server.people.audience.StoredComputation;
import io.postrider.server.people.profile.IdHash;
import io.postrider.server.people.profile.ProfileUpdate;
import io.postrider.server.people.profile.ProfileUpdate.Published;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Restores what was published before profiles were lost, from the messages in the log that
 * published it. Used within a transaction.
 *
 * <p>So a later evaluation finds only differences. A message about a user who has no profile is
 * skipped: such a user was deleted, or all of the user's own messages have left the log.
 */
final class PublishedRows {

  private PublishedRows() {}

  /** Whether some updates are published changes, and these are being restored. */
  static boolean isNeeded(Handle handle, List<ProfileUpdate> updates) {
    return updates.stream().anyMatch(update -> update.content() instanceof Published)
        && ProfileStateRow.isRestoring(handle);
  }

  /** Restores published changes, in order. */
  static void restore(Handle handle, Dialect dialect, List<ProfileUpdate> changes) {
    if (changes.isEmpty()) {
      return;
    }
    Map<Long, StoredComputation> known = StoredComputationRows.all(handle);
    Set<IdHash> users = new HashSet<>();
    changes.forEach(change -> users.add(hash(change)));
    Map<IdHash, Long> profiles = IdentityRows.find(handle, users);
    CompiledStatements statements = new CompiledStatements(handle, dialect, Instant.EPOCH);
    long last = 0;
    for (ProfileUpdate change : changes) {
      Long profile = profiles.get(hash(change));
      Published published = (Published) change.content();
      StoredComputation computation = known.get(published.computation());
      last = Math.max(last, published.change());
      if (profile != null && computation != null && !computation.deleted()) {
        restore(statements, profile, change.atMillis(), published);
      }
    }
    // a later change has a higher number, whatever the clock says
    handle.execute(
        "update evaluation set number = ? where id = ? and number < ?",
        last,
        ChangeRows.NUMBER_ROW,
        last);
  }

  private static IdHash hash(ProfileUpdate change) {
    return Objects.requireNonNull(change.user()).hash();
  }

  private static void restore(
      CompiledStatements statements, long profile, long atMillis, Published published) {
    Handle handle = statements.handle();
    long computation = published.computation();
    long change = published.change();
    Value value = published.value();
    if (published.kind() == ComputationKind.AUDIENCE) {
      boolean entered = value.equals(Value.of(true));
      if (entered) {
        insert(handle, computation, profile, atMillis, change, null);
      } else {
        handle.execute(ChangeRows.DELETE_MEMBERSHIP, computation, profile);
      }
      handle.execute(ChangeRows.INSERT_TRANSITION, profile, change, computation, atMillis, entered);
    } else if (!(value instanceof Value.Missing) && !(value instanceof Value.Nested)) {
      insert(handle, computation, profile, atMillis, change, TraitValueJson.sent(value));
      SqlText column =
          ChangeRows.withTrait(
              statements.dialect(),
              new ComputationId(published.kind(), computation).toString(),
              TraitValueJson.stored(value),
              TraitValueJson.moment(value));
      statements.execute(
          SqlText.of("update profile set computed = ? where id = ?", column, profile));
    }
  }

  private static void insert(
      Handle handle,
      long computation,
      long profile,
      long atMillis,
      long change,
      @Nullable String value) {
    try (RowBatch row = new RowBatch(handle, ChangeRows.INSERT_MEMBERSHIP)) {
      row.row(computation, profile, atMillis, change, value);
    }
  }

  /** Counts the members of all computations. */
  static void count(Handle handle) {
    handle.execute(
        "update computation set size ="
            + " (select count(*) from membership m where m.computation = computation.id)");
  }
}
