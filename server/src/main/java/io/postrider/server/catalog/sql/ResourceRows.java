package io.postrider.server.catalog.sql;

import io.postrider.server.access.AuditEvent;
import io.postrider.server.database.CatalogPart;
import io.postrider.server.database.Handle;
import io.postrider.server.database.IdQuery;
import io.postrider.server.database.RowMapper;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/** The rows of one kind of resource, and the audit events of its changes. */
interface ResourceRows<I, T> {

  /** The part of the catalog that these rows are. */
  CatalogPart part();

  I id(T resource);

  long bits(I id);

  /** The selected resources by version of creation, oldest first. */
  SequencedMap<Long, T> read(Handle handle, IdQuery selection);

  Optional<T> find(Handle handle, I id);

  void insert(Handle handle, T resource, long createdVersion);

  void replace(Handle handle, T before, T after);

  void delete(Handle handle, I id);

  /** The audit event of a change; null before a creation, or after a deletion. */
  AuditEvent changed(@Nullable T before, @Nullable T after);

  /** The selected rows of the resources' own table, by version of creation. */
  static <T> SequencedMap<Long, T> ordered(
      Handle handle, String table, IdQuery selection, RowMapper<T> mapper) {
    SequencedMap<Long, T> found = new LinkedHashMap<>();
    handle
        .select(
            "select * from %s where id in (%s) order by created_version"
                .formatted(table, selection.ids()),
            selection.values().toArray())
        .map(row -> Map.entry(row.getLong("created_version"), mapper.map(row)))
        .forEach(entry -> found.put(entry.getKey(), entry.getValue()));
    return found;
  }

  /**
   * The rows of a table that belong to the selected resources, by the ID of the resource.
   *
   * @param owner the column with that ID
   */
  static <T> Map<Long, List<T>> parts(
      Handle handle,
      String table,
      String owner,
      String order,
      IdQuery selection,
      RowMapper<T> mapper) {
    Map<Long, List<T>> parts = new HashMap<>();
    handle
        .select(
            "select * from %s where %s in (%s) order by %s"
                .formatted(table, owner, selection.ids(), order),
            selection.values().toArray())
        .map(row -> Map.entry(row.getLong(owner), mapper.map(row)))
        .forEach(
            entry ->
                parts
                    .computeIfAbsent(entry.getKey(), id -> new ArrayList<>())
                    .add(entry.getValue()));
    return parts;
  }
}
