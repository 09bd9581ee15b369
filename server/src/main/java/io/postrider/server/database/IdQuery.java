package io.postrider.server.database;

import java.util.List;

/**
 * Which rows of a table are meant: a query for their ids, and the values it asks for by place.
 *
 * <p>What belongs to the rows is then read with one query for each table, however many they are.
 */
public record IdQuery(String ids, List<Object> values) {

  public static IdQuery all(String table) {
    return new IdQuery("select id from " + table, List.of());
  }

  public static IdQuery one(String table, long id) {
    return new IdQuery("select id from %s where id = ?".formatted(table), List.of(id));
  }

  /** Those created after a version, oldest first. */
  public static IdQuery page(String table, long after, int limit) {
    return new IdQuery(
        ("select id from (select id from %s where created_version > ?"
                + " order by created_version limit ?) page")
            .formatted(table),
        List.of(after, limit));
  }
}
