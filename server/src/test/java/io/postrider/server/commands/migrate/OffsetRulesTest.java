package io.postrider.server.commands.migrate;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.server.database.Database;
import io.postrider.server.database.DatabaseUrl;
import io.postrider.server.database.Schema;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OffsetRulesTest {

  @TempDir Path folder;
  private OffsetMap offsets;
  private OffsetRules rules;

  /** The records 10 to 15 are in the partitions 0, 1, 1, 0, 0, 1. */
  @BeforeEach
  void map() throws Exception {
    offsets = OffsetMap.create(folder.resolve("map"), 10, 16, 2);
    for (int partition : new int[] {0, 1, 1, 0, 0, 1}) {
      offsets.add(partition);
    }
    rules = new OffsetRules(offsets, "old", "new");
  }

  @AfterEach
  void close() throws Exception {
    offsets.close();
  }

  private static Row row(@Nullable Object... namesAndValues) {
    Map<String, @Nullable Object> values = new LinkedHashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      values.put((String) Objects.requireNonNull(namesAndValues[i]), namesAndValues[i + 1]);
    }
    return new Row(values);
  }

  private List<Row> apply(String table, Row row) {
    return Objects.requireNonNull(rules.byTable().get(table)).get().apply(row);
  }

  /** Columns that tell a place in the log; every table with one needs a rule. */
  private static boolean tellsAPlace(String column) {
    return column.matches("log_partition|log|.*offset.*|.*_ends|position|.*_before|enabled_since");
  }

  @Test
  void everyTableWithAPlaceInTheLog_hasARule() {
    Set<String> tables = new TreeSet<>();
    for (Schema schema :
        List.of(
            Schema.CATALOG,
            Schema.CURSORS,
            Schema.STATISTICS,
            Schema.NOTIFICATIONS,
            Schema.USAGE,
            Schema.PROFILES,
            Schema.PRIVACY,
            Schema.SEEN)) {
      Path file = folder.resolve(schema.name() + ".db");
      try (Database database = Database.open(DatabaseUrl.sqlite(file), schema)) {
        database
            .list(
                row -> Map.entry(row.getString(1), row.getString(2)),
                "select t.name, c.name from sqlite_master t, pragma_table_info(t.name) c"
                    + " where t.type = 'table'")
            .stream()
            .filter(column -> tellsAPlace(column.getValue()))
            .forEach(column -> tables.add(column.getKey()));
      }
    }
    tables.removeAll(DatabaseCopy.LEFT_OUT);
    Set<String> known = new TreeSet<>(rules.byTable().keySet());
    known.addAll(OffsetRules.UNCHANGED);
    assertThat(tables).isEqualTo(known);
  }

  @Test
  void endOfTheLog_becomesTheEndsOfThePartitions() {
    Row span = row("destination_id", 7, "from_ends", "13", "to_ends", null);
    assertThat(apply("enabled_span", span))
        .containsExactly(row("destination_id", 7, "from_ends", "1,2", "to_ends", null));
    assertThat(apply("destination_reach", row("enabled_since", "")))
        .containsExactly(row("enabled_since", ""));
    assertThat(apply("delivery_rules", row("since_ends", "2")))
        .containsExactly(row("since_ends", "0,0"));
    assertThat(apply("regulation", row("hidden_before", "16", "erased_before", "99")))
        .containsExactly(row("hidden_before", "3,3", "erased_before", "3,3"));
  }

  @Test
  void bookmark_becomesOneForEachPartition() {
    Row bookmark = row("log_partition", 0, "log", "old", "position", 15L, "lost", 4);
    assertThat(apply("usage_bookmark", bookmark))
        .containsExactly(
            row("log_partition", 0, "log", "new", "position", 3L, "lost", 4),
            row("log_partition", 1, "log", "new", "position", 2L, "lost", 0));
    assertThat(apply("seen_bookmark", bookmark.with("log", "another"))).isEmpty();
  }

  @Test
  void rebuild_keepsWhatWasTakenOfTheSameLogOnly() {
    Row rebuild = row("log_partition", 0, "until", 16, "taken", 12, "taken_log", "old");
    assertThat(apply("profile_rebuild", rebuild))
        .containsExactly(
            row("log_partition", 0, "until", 3L, "taken", 1L, "taken_log", "new"),
            row("log_partition", 1, "until", 3L, "taken", 1L, "taken_log", "new"));
    assertThat(apply("profile_rebuild", rebuild.with("taken_log", "another")).getFirst())
        .isEqualTo(row("log_partition", 0, "until", 3L, "taken", 0L, "taken_log", ""));
  }

  @Test
  void position_ofAnotherLog_isLeftOut() {
    Row position = row("log_partition", 0, "log", "old", "position", 11, "epoch", 5);
    assertThat(apply("delivery_position", position))
        .containsExactly(
            row("log_partition", 0, "log", "new", "position", 1L, "epoch", 5),
            row("log_partition", 1, "log", "new", "position", 0L, "epoch", 5));
    assertThat(apply("delivery_position", position.with("log", ""))).isEmpty();
  }

  @Test
  void emptyCursor_staysInEveryPartition_becauseItsDestinationIsNotNew() {
    byte[] empty = {};
    Row cursor = row("destination", 5, "log_partition", 0, "state", empty);
    assertThat(apply("delivery_cursor", cursor))
        .containsExactly(cursor, cursor.with("log_partition", 1));
  }

  @Test
  void gap_isInThePartitionsOfItsMessages_andCountsOnce() {
    Row gap =
        row("destination", 1, "log_partition", 0, "from_offset", 11, "to_offset", 13, "entries", 9);
    assertThat(apply("ledger_gap", gap))
        .containsExactly(
            row(
                "destination",
                1,
                "log_partition",
                0,
                "from_offset",
                1L,
                "to_offset",
                1L,
                "entries",
                9),
            row(
                "destination",
                1,
                "log_partition",
                1,
                "from_offset",
                0L,
                "to_offset",
                1L,
                "entries",
                0L));
    assertThat(apply("ledger_gap", gap.with("from_offset", 2).with("to_offset", 5))).isEmpty();
  }

  @Test
  void replayToStart_isInThePartitionsOfItsMessages() {
    Row replay = row("log_partition", 0, "from_offset", 13, "to_offset", 15);
    assertThat(apply("replay_request", replay))
        .containsExactly(row("log_partition", 0, "from_offset", 1L, "to_offset", 3L));
  }

  @Test
  void repeatsAndDeletes_followTheirRecords() {
    assertThat(apply("delivery_duplicate", row("log_partition", 0, "log_offset", 12)))
        .containsExactly(row("log_partition", 1, "log_offset", 1L));
    assertThat(apply("delivery_duplicate", row("log_partition", 0, "log_offset", 3))).isEmpty();
    assertThat(apply("deletion_chunk", row("log_partition", 0, "first_offset", 13)))
        .containsExactly(row("log_partition", 0, "first_offset", 1L));
  }
}
