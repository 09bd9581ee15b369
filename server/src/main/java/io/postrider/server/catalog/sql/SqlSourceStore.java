package io.postrider.server.catalog.sql;

import static io.postrider.server.database.CatalogAccess.count;

import io.postrider.id.SourceId;
import io.postrider.route.LogEndOffsets;
import io.postrider.route.Source;
import io.postrider.route.WriteKey;
import io.postrider.server.access.AuditStamp;
import io.postrider.server.access.sql.AuditRows;
import io.postrider.server.catalog.Declarations;
import io.postrider.server.catalog.SourceAuditFields;
import io.postrider.server.catalog.SourceStore;
import io.postrider.server.database.CatalogAccess;
import io.postrider.server.database.Database;
import io.postrider.server.database.IdQuery;
import io.postrider.server.database.Schema;
import io.postrider.server.database.Slice;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** Sources in SQL. */
public final class SqlSourceStore implements SourceStore {

  private final CatalogAccess access;
  private final @Nullable AuditStamp stamp;
  private final Consumer<Declarations> check;

  /** Keeps sources in a database that was opened with {@link Schema#CATALOG}. */
  public SqlSourceStore(Database database) {
    this(new CatalogAccess(database), null, declared -> {});
  }

  private SqlSourceStore(
      CatalogAccess access, @Nullable AuditStamp stamp, Consumer<Declarations> check) {
    this.access = access;
    this.stamp = stamp;
    this.check = check;
  }

  @Override
  public SourceStore by(AuditStamp author) {
    return new SqlSourceStore(access, author, check);
  }

  @Override
  public SourceStore checking(Consumer<Declarations> also) {
    return new SqlSourceStore(access, stamp, also);
  }

  @Override
  public Slice<Source> page(long after, int limit) {
    List<SourceRows.Placed> found =
        access.read(handle -> SourceRows.read(handle, IdQuery.page("source", after, limit + 1)));
    return Slice.of(found, limit, SourceRows.Placed::createdVersion).map(SourceRows.Placed::source);
  }

  @Override
  public Optional<Source> find(SourceId id) {
    return access.read(handle -> SourceRows.find(handle, id));
  }

  @Override
  public Creation create(Source source, int most) {
    return access.change(
        handle -> {
          if (count(handle, "select count(*) from source") >= most) {
            return Creation.FULL;
          }
          return insert(handle, source) ? Creation.CREATED : Creation.TAKEN;
        });
  }

  @Override
  public boolean createFirst(Source source) {
    return access.change(
        handle ->
            count(handle, "select count(*) from catalog where had_source") == 0
                && insert(handle, source));
  }

  @Override
  public Optional<Source> change(SourceId id, UnaryOperator<Source> change) {
    return access.change(
        handle -> {
          Optional<Source> found = SourceRows.find(handle, id);
          if (found.isEmpty()) {
            return found;
          }
          check.accept(DeclarationRows.read(handle));
          Source changed = change.apply(found.get());
          if (!changed.equals(found.get())) {
            SourceRows.replace(handle, found.get(), changed);
            CatalogAccess.raiseVersion(handle);
            AuditRows.add(handle, stamp, SourceAuditFields.changed(found.get(), changed));
          }
          return Optional.of(changed);
        });
  }

  @Override
  public boolean delete(SourceId id, Supplier<LogEndOffsets> end) {
    return access.change(
        handle -> {
          Optional<Source> found = SourceRows.find(handle, id);
          if (found.isEmpty()) {
            return false;
          }
          check.accept(DeclarationRows.read(handle));
          boolean _ = SourceRows.delete(handle, id, end);
          CatalogAccess.raiseVersion(handle);
          AuditRows.add(handle, stamp, SourceAuditFields.deleted(found.get()));
          return true;
        });
  }

  private boolean insert(Handle handle, Source source) {
    if (SourceRows.find(handle, source.id()).isPresent()) {
      return false;
    }
    for (WriteKey key : source.writeKeys()) {
      if (count(handle, "select count(*) from write_key where value = ?", key.value()) > 0) {
        return false;
      }
    }
    CatalogAccess.raiseVersion(handle);
    SourceRows.insert(handle, source, CatalogAccess.version(handle));
    handle.execute("update catalog set had_source = true where id = 1");
    AuditRows.add(handle, stamp, SourceAuditFields.created(source));
    return true;
  }
}
