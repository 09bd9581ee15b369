package io.postrider.server.catalog.sql;

import io.postrider.id.DestinationId;
import io.postrider.id.SourceId;
import io.postrider.route.Destination;
import io.postrider.server.access.AuditStamp;
import io.postrider.server.access.sql.AuditRows;
import io.postrider.server.catalog.Declarations;
import io.postrider.server.catalog.DestinationAuditFields;
import io.postrider.server.catalog.DestinationStore;
import io.postrider.server.database.CatalogAccess;
import io.postrider.server.database.Database;
import io.postrider.server.database.IdQuery;
import io.postrider.server.database.Schema;
import io.postrider.server.database.SecretSeal;
import io.postrider.server.database.Slice;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** Destinations in SQL. */
public final class SqlDestinationStore implements DestinationStore {

  private final CatalogAccess access;
  private final DestinationRows rows;
  private final @Nullable AuditStamp stamp;
  private final Consumer<Declarations> check;

  /** Keeps destinations in a database that was opened with {@link Schema#CATALOG}. */
  public SqlDestinationStore(Database database, SecretSeal seal) {
    this(new CatalogAccess(database), new DestinationRows(seal), null, declared -> {});
  }

  private SqlDestinationStore(
      CatalogAccess access,
      DestinationRows rows,
      @Nullable AuditStamp stamp,
      Consumer<Declarations> check) {
    this.access = access;
    this.rows = rows;
    this.stamp = stamp;
    this.check = check;
  }

  @Override
  public DestinationStore by(AuditStamp author) {
    return new SqlDestinationStore(access, rows, author, check);
  }

  @Override
  public DestinationStore checking(Consumer<Declarations> also) {
    return new SqlDestinationStore(access, rows, stamp, also);
  }

  @Override
  public Slice<Destination> page(long after, int limit) {
    List<Map.Entry<Long, Destination>> found =
        access.read(
            handle ->
                List.copyOf(
                    rows.read(handle, IdQuery.page("destination", after, limit + 1)).entrySet()));
    return Slice.of(found, limit, Map.Entry::getKey).map(Map.Entry::getValue);
  }

  @Override
  public Optional<Destination> find(DestinationId id) {
    return access.read(handle -> rows.find(handle, id));
  }

  @Override
  public Optional<Destination> create(Function<Predicate<SourceId>, Destination> make, int most) {
    return access.change(
        handle -> {
          if (CatalogAccess.count(handle, "select count(*) from destination") >= most) {
            return Optional.empty();
          }
          Destination made = make.apply(sources(handle));
          CatalogAccess.raiseVersion(handle);
          rows.insert(handle, made, CatalogAccess.version(handle));
          AuditRows.add(handle, stamp, DestinationAuditFields.created(made));
          return Optional.of(made);
        });
  }

  @Override
  public Optional<Destination> change(
      DestinationId id, BiFunction<Destination, Predicate<SourceId>, Destination> change) {
    return access.change(
        handle -> {
          Optional<Destination> found = rows.find(handle, id);
          if (found.isEmpty()) {
            return found;
          }
          check.accept(DeclarationRows.read(handle));
          Destination changed = change.apply(found.get(), sources(handle));
          if (!changed.equals(found.get())) {
            rows.replace(handle, changed);
            CatalogAccess.raiseVersion(handle);
            AuditRows.add(handle, stamp, DestinationAuditFields.changed(found.get(), changed));
          }
          return Optional.of(changed);
        });
  }

  @Override
  public boolean delete(DestinationId id) {
    return access.change(
        handle -> {
          Optional<Destination> found = rows.find(handle, id);
          if (found.isEmpty()) {
            return false;
          }
          check.accept(DeclarationRows.read(handle));
          ComputationRows.drop(handle, id, stamp);
          handle.execute("delete from destination where id = ?", id.bits());
          CatalogAccess.raiseVersion(handle);
          AuditRows.add(handle, stamp, DestinationAuditFields.deleted(found.get()));
          return true;
        });
  }

  private static Predicate<SourceId> sources(Handle handle) {
    return id ->
        CatalogAccess.count(handle, "select count(*) from source where id = ?", id.bits()) > 0;
  }
}
