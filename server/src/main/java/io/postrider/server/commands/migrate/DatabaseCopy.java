package io.postrider.server.commands.migrate;

import io.postrider.server.database.Database;
import io.postrider.server.database.Handle;
import io.postrider.server.database.RowBatch;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Copies the tables of an SQLite file to PostgreSQL, in one transaction that empties them first: a
 * second run repeats it. Tables without a rule are copied as they are, also those that a later
 * version adds. Belongs to one thread.
 */
final class DatabaseCopy {

  /** Tables of the nodes of a cluster, which a data folder knows nothing about. */
  static final Set<String> LEFT_OUT =
      Set.of(
          "shared_key",
          "shared_token",
          "log_partitions",
          "job_lease",
          "migrated_folder",
          "partition_owner",
          "node_status",
          "node_order",
          "limit_share");

  private static final String TABLES =
      "select name from sqlite_master where type = 'table' order by name";

  private final Handle source;
  private final Handle target;
  private final Map<String, Supplier<RowRule>> rules;
  private final LongConsumer copied;
  private long count;

  private DatabaseCopy(
      Handle source, Handle target, Map<String, Supplier<RowRule>> rules, LongConsumer copied) {
    this.source = source;
    this.target = target;
    this.rules = rules;
    this.copied = copied;
  }

  /** The number of rows to copy. */
  static long rows(Database from) {
    return from.read(
        handle -> {
          long rows = 0;
          for (String table : tables(handle)) {
            rows += handle.select("select count(*) from " + table).mapTo(Long.class).one();
          }
          return rows;
        });
  }

  /**
   * Copies all tables.
   *
   * @param rules by the names of tables
   * @param copied is told how many rows are copied, now and then
   */
  static void copy(
      Database from, Database to, Map<String, Supplier<RowRule>> rules, LongConsumer copied) {
    boolean _ =
        from.read(
            source -> {
              to.change(target -> new DatabaseCopy(source, target, rules, copied).run());
              return true;
            });
  }

  private void run() {
    // the source may need long for the first row of a large table
    int _ = target.execute("set local idle_in_transaction_session_timeout = 0");
    List<String> tables = referencedFirst();
    int _ = target.execute("truncate " + String.join(", ", tables));
    tables.forEach(this::copy);
  }

  private static List<String> tables(Handle source) {
    return source.select(TABLES).mapTo(String.class).list().stream()
        .filter(table -> !LEFT_OUT.contains(table))
        .filter(table -> !table.startsWith("sqlite_") && !table.endsWith("_history"))
        .toList();
  }

  /** The tables in an order in which foreign keys find their rows. */
  private List<String> referencedFirst() {
    Map<String, List<String>> references = new LinkedHashMap<>();
    for (String table : tables(source)) {
      references.put(
          table,
          source
              .select("select \"table\" from pragma_foreign_key_list(?)", table)
              .mapTo(String.class)
              .list());
    }
    Set<String> ordered = new LinkedHashSet<>();
    references.keySet().forEach(table -> add(table, references, ordered));
    return List.copyOf(ordered);
  }

  private static void add(String table, Map<String, List<String>> references, Set<String> ordered) {
    for (String other : references.getOrDefault(table, List.of())) {
      if (!other.equals(table) && !ordered.contains(other)) {
        add(other, references, ordered);
      }
    }
    ordered.add(table);
  }

  private void copy(String table) {
    List<String> columns =
        source.select("select name from pragma_table_info(?)", table).mapTo(String.class).list();
    Map<String, String> types = types(table);
    String names = String.join(", ", columns);
    String values =
        columns.stream()
            .map(column -> "cast(? as " + types.get(column) + ")")
            .collect(Collectors.joining(", "));
    Supplier<RowRule> supplier = rules.get(table);
    RowRule rule = supplier == null ? List::of : supplier.get();
    try (RowBatch batch =
        new RowBatch(target, "insert into %s (%s) values (%s)".formatted(table, names, values))) {
      source
          .select(
              "select %s from %s%s".formatted(names, table, supplier == null ? "" : " order by 1"))
          .map(
              row -> {
                Map<String, @Nullable Object> read = new LinkedHashMap<>();
                for (int i = 0; i < columns.size(); i++) {
                  read.put(columns.get(i), row.getObject(i + 1));
                }
                return new Row(read);
              })
          .forEach(
              row -> {
                add(rule.apply(row), columns, types, batch);
                copied.accept(++count);
              });
      add(rule.finish(), columns, types, batch);
    }
  }

  private Map<String, String> types(String table) {
    Map<String, String> types = new HashMap<>();
    target
        .select(
            "select column_name, data_type from information_schema.columns"
                + " where table_schema = current_schema() and table_name = ?",
            table)
        .map(row -> Map.entry(row.getString(1), row.getString(2)))
        .forEach(column -> types.put(column.getKey(), column.getValue()));
    return types;
  }

  private static void add(
      List<Row> rows, List<String> columns, Map<String, String> types, RowBatch batch) {
    for (Row row : rows) {
      List<@Nullable Object> values = new ArrayList<>();
      for (String column : columns) {
        Object value = row.get(column);
        // SQLite has no booleans
        values.add(
            value instanceof Number number && "boolean".equals(types.get(column))
                ? (Object) (number.longValue() != 0)
                : value);
      }
      batch.row(values.toArray());
    }
  }
}
