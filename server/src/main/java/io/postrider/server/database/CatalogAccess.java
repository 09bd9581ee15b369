package io.postrider.server.database;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Function;

/**
 * Transactions of the catalog's stores.
 *
 * <p>Every change first takes the lock of the catalog's one row, so changes run one after the other
 * on all nodes and versions become visible in their order.
 */
public class CatalogAccess {

  /** A node that is more versions behind reads the whole catalog. */
  public static final int KEPT_VERSIONS = 1_000;

  private final Database database;

  public CatalogAccess(Database database) {
    this.database = database;
  }

  public <T> T read(Function<Handle, T> work) {
    return database.read(work);
  }

  /** Reads the rows of one query. */
  public <T> List<T> list(RowMapper<T> mapper, String query) {
    return database.list(mapper, query);
  }

  public <T> T change(Function<Handle, T> work) {
    return database.write(
        handle -> {
          handle.execute("update catalog set version = version where id = 1");
          return work.apply(handle);
        });
  }

  /** Writes without changing the catalog's version. */
  public <T> T note(Function<Handle, T> work) {
    return database.write(work);
  }

  public static long version(Handle handle) {
    return handle.select("select version from catalog").mapTo(Long.class).one();
  }

  /** Starts a new version, which changes a part of the catalog. */
  public static void raiseVersion(Handle handle, CatalogPart part, long id) {
    handle.execute(
        "update catalog set version = version + 1, mark = ? where id = 1",
        ThreadLocalRandom.current().nextLong());
    changed(handle, part, new IdQuery("select cast(? as bigint) as id", List.of(id)));
    handle.execute(
        "delete from catalog_change where version <= (select version from catalog) - ?",
        KEPT_VERSIONS);
  }

  /** A new version of a part that has no ID. */
  public static void raiseVersion(Handle handle, CatalogPart part) {
    raiseVersion(handle, part, 0);
  }

  /**
   * Notes what else the present version changes.
   *
   * @param ids selects a column {@code id}
   */
  public static void changed(Handle handle, CatalogPart part, IdQuery ids) {
    List<Object> values = new ArrayList<>();
    values.add(part.column());
    values.addAll(ids.values());
    handle.execute(
        ("insert into catalog_change (version, part, id, mark) select catalog.version, ?,"
                + " changed.id, catalog.mark from catalog, (%s) changed where true"
                + " on conflict do nothing")
            .formatted(ids.ids()),
        values.toArray());
  }

  public static long count(Handle handle, String sql, Object... values) {
    return handle.select(sql, values).mapTo(Long.class).one();
  }
}
