package io.postrider.server.database;

import java.util.List;

/**
 * A query for the IDs of some rows, and its values by position. Further tables are then read with
 * one query each, however many rows there are.
 */
public record IdQuery(String ids, List<Object> values) {

  public static IdQuery all(String table) {
    return new IdQuery("select id from " + table, List.of());
  }

  public static IdQuery one(String table, long id) {
    return new IdQuery("select id from %s where id = ?".formatted(table), List.of(id));
  }

  /** Rows created after a version, oldest first. */
  public static IdQuery page(String table, long after, int limit) {
    return new IdQuery(
        ("select id from (select id from %s where created_version > ?"
                + " order by created_version limit ?) page")
            .formatted(table),
        List.of(after, limit));
  }
}
