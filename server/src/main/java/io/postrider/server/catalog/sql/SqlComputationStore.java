package io.postrider.server.catalog.sql;

import io.postrider.audience.Computation;
import io.postrider.audience.ComputationId;
import io.postrider.audience.ComputationKind;
import io.postrider.id.DestinationId;
import io.postrider.server.access.AuditStamp;
import io.postrider.server.access.sql.AuditRows;
import io.postrider.server.catalog.definition.ComputationAuditFields;
import io.postrider.server.catalog.definition.ComputationStore;
import io.postrider.server.database.CatalogAccess;
import io.postrider.server.database.Database;
import io.postrider.server.database.IdQuery;
import io.postrider.server.database.Schema;
import io.postrider.server.database.Slice;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** Audiences and computed traits, as people define them, in SQL. */
public final class SqlComputationStore implements ComputationStore {

  private final CatalogAccess access;
  private final @Nullable AuditStamp stamp;

  /** Keeps them in a database that was opened with {@link Schema#CATALOG}. */
  public SqlComputationStore(Database database) {
    this(new CatalogAccess(database), null);
  }

  private SqlComputationStore(CatalogAccess access, @Nullable AuditStamp stamp) {
    this.access = access;
    this.stamp = stamp;
  }

  @Override
  public ComputationStore by(AuditStamp author) {
    return new SqlComputationStore(access, author);
  }

  @Override
  public Slice<Computation> page(ComputationKind kind, long after, int limit) {
    IdQuery selection =
        new IdQuery(
            "select id from (select id from computation where kind = ? and created_version > ?"
                + " order by created_version limit ?) page",
            List.of(kind.wireName(), after, limit + 1));
    List<Map.Entry<Long, Computation>> found =
        access.read(handle -> List.copyOf(ComputationRows.read(handle, selection).entrySet()));
    return Slice.of(found, limit, Map.Entry::getKey).map(Map.Entry::getValue);
  }

  @Override
  public Optional<Computation> find(ComputationId id) {
    return access.read(handle -> ComputationRows.find(handle, id));
  }

  @Override
  public Computation create(Function<State, Computation> make) {
    return access.change(
        handle -> {
          Computation made = make.apply(state(handle));
          CatalogAccess.raiseVersion(handle);
          ComputationRows.insert(handle, made, CatalogAccess.version(handle));
          AuditRows.add(handle, stamp, ComputationAuditFields.created(made));
          return made;
        });
  }

  @Override
  public Optional<Computation> change(
      ComputationId id, BiFunction<Computation, State, Computation> change) {
    return access.change(
        handle -> {
          Optional<Computation> found = ComputationRows.find(handle, id);
          if (found.isEmpty()) {
            return found;
          }
          Computation changed = change.apply(found.get(), state(handle));
          if (!changed.equals(found.get())) {
            ComputationRows.replace(handle, changed);
            CatalogAccess.raiseVersion(handle);
            AuditRows.add(handle, stamp, ComputationAuditFields.changed(found.get(), changed));
          }
          return Optional.of(changed);
        });
  }

  @Override
  public boolean delete(ComputationId id, BiConsumer<Computation, State> check) {
    return access.change(
        handle -> {
          Optional<Computation> found = ComputationRows.find(handle, id);
          if (found.isEmpty()) {
            return false;
          }
          check.accept(found.get(), state(handle));
          ComputationRows.delete(handle, id);
          CatalogAccess.raiseVersion(handle);
          AuditRows.add(handle, stamp, ComputationAuditFields.deleted(found.get()));
          return true;
        });
  }

  private static State state(Handle handle) {
    return new State(
        ComputationRows.all(handle),
        new HashSet<>(
            handle
                .createQuery("select id from destination")
                .map((row, context) -> new DestinationId(row.getLong("id")))
                .list()),
        DeclarationRows.read(handle));
  }
}
