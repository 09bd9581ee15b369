package io.postrider.server.store;

import java.util.List;

/**
 * Which rows of a table are meant: a query for their ids, and the values it asks for by place.
 *
 * <p>What belongs to the rows is then read with one query for each table, however many they are.
 */
record Selection(String ids, List<Object> values) {

  static Selection all(String table) {
    return new Selection("select id from " + table, List.of());
  }

  static Selection one(String table, long id) {
    return new Selection("select id from %s where id = ?".formatted(table), List.of(id));
  }

  /** Those created after a version, oldest first. */
  static Selection page(String table, long after, int limit) {
    return new Selection(
        ("select id from (select id from %s where created_version > ?"
                + " order by created_version limit ?) page")
            .formatted(table),
        List.of(after, limit));
  }
}
