package io.postrider.server.catalog.sql;

import static io.postrider.server.database.CatalogAccess.count;

import io.postrider.id.SourceId;
import io.postrider.route.LogEndOffsets;
import io.postrider.route.Source;
import io.postrider.route.WriteKey;
import io.postrider.server.access.AuditStamp;
import io.postrider.server.catalog.Declarations;
import io.postrider.server.database.CatalogAccess;
import io.postrider.server.database.DatabaseUnavailableException;
import io.postrider.server.database.Handle;
import io.postrider.server.database.IdQuery;
import io.postrider.server.database.Slice;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * The sources in SQL.
 *
 * <p>May be called from any thread and by several nodes; every call blocks and may throw {@link
 * DatabaseUnavailableException}. Changes of the catalog never overlap. A change is durable when its
 * call returns.
 */
public final class SourceStore {

  private final ResourceTable<SourceId, Source> table;

  public SourceStore(CatalogAccess access) {
    this(new ResourceTable<>(new SourceRows(), access));
  }

  private SourceStore(ResourceTable<SourceId, Source> table) {
    this.table = table;
  }

  /** This store with audit entries for its changes. */
  public SourceStore by(AuditStamp author) {
    return new SourceStore(table.by(author));
  }

  /** This store with a check before its changes. If the check throws, nothing changes. */
  public SourceStore checking(Consumer<Declarations> check) {
    return new SourceStore(table.checking(check));
  }

  /** The result of {@link #create}. */
  public enum Creation {
    CREATED,
    /** Its ID or one of its keys belongs to another source. */
    TAKEN,
    /** The maximum number of sources exists. */
    FULL
  }

  /** The sources created after a version, oldest first. */
  public Slice<Source> page(long after, int limit) {
    return table.page(IdQuery.page("source", after, limit + 1), limit);
  }

  public Optional<Source> find(SourceId id) {
    return table.find(id);
  }

  /** Adds a source, unless {@code most} exist. */
  public Creation create(Source source, int most) {
    return table
        .access()
        .change(
            handle -> {
              if (count(handle, "select count(*) from source") >= most) {
                return Creation.FULL;
              }
              return insert(handle, source) ? Creation.CREATED : Creation.TAKEN;
            });
  }

  /** Adds a source if none ever existed, not even a deleted one. */
  public boolean createFirst(Source source) {
    return table
        .access()
        .change(
            handle -> {
              if (count(handle, "select count(*) from catalog where had_source") > 0) {
                return false;
              }
              table.insert(handle, source); // no other source exists that could have its ID or key
              return true;
            });
  }

  /**
   * Replaces a source by what {@code change} returns. If it throws, nothing changes.
   *
   * @return the source as it is now; empty if it does not exist
   */
  public Optional<Source> change(SourceId id, UnaryOperator<Source> change) {
    return table.change(id, (found, handle) -> change.apply(found));
  }

  /**
   * Deletes a source with its keys and disconnects it from every destination; false if it does not
   * exist.
   *
   * @param end the end of the log, read within the transaction
   */
  public boolean delete(SourceId id, Supplier<LogEndOffsets> end) {
    return table.delete(id, (found, handle) -> SourceRows.disconnect(handle, id, end.get()));
  }

  private boolean insert(Handle handle, Source source) {
    if (table.rows().find(handle, source.id()).isPresent()) {
      return false;
    }
    for (WriteKey key : source.writeKeys()) {
      if (count(handle, "select count(*) from write_key where value = ?", key.value()) > 0) {
        return false;
      }
    }
    table.insert(handle, source);
    return true;
  }
}
