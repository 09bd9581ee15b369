package io.postrider.server.store;

import io.postrider.route.Destination;
import io.postrider.route.DestinationId;
import io.postrider.route.SourceId;
import io.postrider.server.control.DestinationStore;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jdbi.v3.core.Handle;

/** Destinations in SQL. */
public final class SqlDestinationStore implements DestinationStore {

  private final CatalogAccess access;
  private final DestinationRows rows;

  /** Keeps destinations in a database that was opened with {@link Schema#CATALOG}. */
  public SqlDestinationStore(Database database, SecretSeal seal) {
    this.access = new CatalogAccess(database);
    this.rows = new DestinationRows(seal);
  }

  @Override
  public Page page(long after, int limit) {
    List<Map.Entry<Long, Destination>> found =
        access.read(
            handle ->
                List.copyOf(
                    rows.read(handle, Selection.page("destination", after, limit + 1)).entrySet()));
    List<Map.Entry<Long, Destination>> shown = found.subList(0, Math.min(limit, found.size()));
    return new Page(
        shown.stream().map(Map.Entry::getValue).toList(),
        found.size() > limit ? shown.getLast().getKey() : null);
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
          Destination changed = change.apply(found.get(), sources(handle));
          if (!changed.equals(found.get())) {
            rows.replace(handle, changed);
            CatalogAccess.raiseVersion(handle);
          }
          return Optional.of(changed);
        });
  }

  @Override
  public boolean delete(DestinationId id) {
    return access.change(
        handle -> {
          if (handle.execute("delete from destination where id = ?", id.bits()) == 0) {
            return false;
          }
          CatalogAccess.raiseVersion(handle);
          return true;
        });
  }

  private static Predicate<SourceId> sources(Handle handle) {
    return id ->
        CatalogAccess.count(handle, "select count(*) from source where id = ?", id.bits()) > 0;
  }
}
