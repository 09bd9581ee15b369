package io.postrider.server.catalog.sql;

import io.postrider.server.catalog.CatalogVersion;
import io.postrider.server.database.CatalogAccess;
import io.postrider.server.database.CatalogPart;
import io.postrider.server.database.Handle;
import io.postrider.server.database.IdQuery;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What changed in the catalog since a version, by part.
 *
 * <p>Changes are known only if every version since then has noted its own, and the version itself
 * is still the same. Otherwise the whole catalog has to be read: after many changes, after the
 * database went back to an earlier state, and while nodes of an earlier program make changes.
 */
final class CatalogChanges {

  private static final String VERSION = "select version, mark from catalog";

  private final long since;
  private final Map<String, Set<Long>> idsByPart;

  private CatalogChanges(long since, Map<String, Set<Long>> idsByPart) {
    this.since = since;
    this.idsByPart = idsByPart;
  }

  private record Row(long version, String part, long id) {}

  static CatalogVersion version(Handle handle) {
    return handle.select(VERSION).map(row -> version(row)).one();
  }

  /** The same outside a transaction, in one round trip. */
  static CatalogVersion version(CatalogAccess access) {
    return access.list(CatalogChanges::version, VERSION).getFirst();
  }

  private static CatalogVersion version(ResultSet row) throws SQLException {
    return new CatalogVersion(row.getLong(1), row.getLong(2));
  }

  /** The changes after one version up to the current one; empty if they are not all known. */
  static Optional<CatalogChanges> between(
      Handle handle, CatalogVersion known, CatalogVersion current) {
    long versions = current.number() - known.number();
    if (versions <= 0 || versions > CatalogAccess.KEPT_VERSIONS || !isKept(handle, known)) {
      return Optional.empty();
    }
    List<Row> rows =
        handle
            .select(
                "select version, part, id from catalog_change where version > ?", known.number())
            .map(row -> new Row(row.getLong(1), row.getString(2), row.getLong(3)))
            .list();
    boolean complete = rows.stream().mapToLong(Row::version).distinct().count() == versions;
    Map<String, Set<Long>> idsByPart =
        rows.stream()
            .collect(
                Collectors.groupingBy(Row::part, Collectors.mapping(Row::id, Collectors.toSet())));
    CatalogChanges changes = new CatalogChanges(known.number(), idsByPart);
    return complete && !changes.has(CatalogPart.ALL) ? Optional.of(changes) : Optional.empty();
  }

  private static boolean isKept(Handle handle, CatalogVersion version) {
    return CatalogAccess.count(
            handle,
            "select count(*) from catalog_change where version = ? and mark = ?",
            version.number(),
            version.mark())
        > 0;
  }

  boolean has(CatalogPart part) {
    return idsByPart.containsKey(part.column());
  }

  /** The resources as they are now, by age, if these are all of a known version. */
  <I, T> List<T> applied(Handle handle, ResourceRows<I, T> rows, List<T> known) {
    Set<Long> changed = idsByPart.getOrDefault(rows.part().column(), Set.of());
    if (changed.isEmpty()) {
      return known;
    }
    IdQuery selection =
        new IdQuery(
            "select id from catalog_change where version > ? and part = ?",
            List.of(since, rows.part().column()));
    List<T> found = List.copyOf(rows.read(handle, selection).values());
    Map<I, T> present = new HashMap<>();
    found.forEach(resource -> present.put(rows.id(resource), resource));
    List<T> applied = new ArrayList<>(known.size() + 1);
    for (T before : known) {
      I id = rows.id(before);
      @Nullable T now = changed.contains(rows.bits(id)) ? present.remove(id) : before;
      if (now != null) {
        applied.add(now);
      }
    }
    found.stream().filter(one -> present.containsKey(rows.id(one))).forEach(applied::add);
    return List.copyOf(applied);
  }
}
