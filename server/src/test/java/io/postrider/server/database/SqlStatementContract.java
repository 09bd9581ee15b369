package io.postrider.server.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.postrider.id.SourceId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What statements do on every engine. */
abstract class SqlStatementContract {

  private static final String INSERT =
      "insert into thing (id, small, name, content, is_on) values (:id, :small, :name, :content,"
          + " :on)";

  private static final String ALL = "select id from thing order by id";

  private Database database;

  abstract DatabaseUrl url();

  @SuppressWarnings("ArrayRecordComponent") // read from a column
  private record Thing(
      long id,
      @Nullable Integer small,
      @Nullable String name,
      byte @Nullable [] content,
      boolean isOn) {}

  @BeforeEach
  final void open() {
    database = Database.open(url(), Schema.NOTIFICATIONS);
    String bytes =
        switch (database.engine()) {
          case SQLITE -> "blob";
          case POSTGRESQL -> "bytea";
        };
    database.execute(
        "create table thing (id bigint primary key, small integer, name text, content "
            + bytes
            + ", is_on boolean)");
  }

  @AfterEach
  final void close() {
    database.close();
  }

  private void insert(long... ids) {
    for (long id : ids) {
      database.execute("insert into thing (id, name) values (?, ?)", id, "thing " + id);
    }
  }

  private List<Long> ids() {
    return database.list(Long.class, ALL);
  }

  private Thing only() {
    return database.read(handle -> handle.select("select * from thing").mapTo(Thing.class).one());
  }

  @Test
  void values_areBoundByName() {
    int changed =
        database.write(
            handle ->
                handle
                    .createUpdate(INSERT)
                    .bind("on", true)
                    .bind("content", new byte[] {1, 2})
                    .bind("name", "it's :name ?")
                    .bind("small", 7)
                    .bind("id", Long.MIN_VALUE)
                    .execute());

    assertThat(changed).isEqualTo(1);
    assertThat(only())
        .usingRecursiveComparison()
        .isEqualTo(new Thing(Long.MIN_VALUE, 7, "it's :name ?", new byte[] {1, 2}, true));
  }

  @Test
  void missingValues_areNull() {
    database.change(
        handle ->
            handle
                .createUpdate(INSERT)
                .bind("id", (Long) 1L)
                .bind("small", (Integer) null)
                .bind("name", (String) null)
                .bind("content", (byte[]) null)
                .bind("on", false)
                .execute());

    assertThat(only()).isEqualTo(new Thing(1, null, null, null, false));
  }

  /** Where the statement does not say what type a value has. */
  @Test
  void missingValues_haveTypes() {
    String isMissing = "select count(*) from thing where :value is null";
    insert(1);

    database.read(
        handle -> {
          for (SqlQuery query :
              List.of(
                  handle.select(isMissing).bind("value", (String) null),
                  handle.select(isMissing).bind("value", (Long) null),
                  handle.select(isMissing).bind("value", (Integer) null),
                  handle.select(isMissing).bind("value", (byte[]) null))) {
            assertThat(query.mapTo(Long.class).one()).isEqualTo(1);
          }
          return true;
        });
  }

  @Test
  void values_areBoundInOrder() {
    int changed =
        database.execute(
            "insert into thing (id, small, name, content, is_on) values (?, ?, ?, ?, ?)",
            1L,
            null,
            null,
            null,
            true);

    assertThat(changed).isEqualTo(1);
    assertThat(only()).isEqualTo(new Thing(1, null, null, null, true));
    assertThat(
            database.execute(
                "update thing set small = ?, content = ? where id = ? or name = ?",
                Integer.MAX_VALUE,
                new byte[] {3},
                1,
                "none"))
        .isEqualTo(1);
    assertThat(only())
        .usingRecursiveComparison()
        .isEqualTo(new Thing(1, Integer.MAX_VALUE, null, new byte[] {3}, true));
  }

  @Test
  void name_mayOccurSeveralTimes() {
    insert(1, 2, 3);

    List<Long> found =
        database.read(
            handle ->
                handle
                    .select(
                        "select id from thing where (id = :one and :one < :two) or id = :two"
                            + " order by id")
                    .bind("two", 3L)
                    .bind("one", 1L)
                    .mapTo(Long.class)
                    .list());

    assertThat(found).containsExactly(1L, 3L);
  }

  @Test
  void map_isBoundByItsKeys() {
    insert(1, 2);

    int changed =
        database.write(
            handle ->
                handle
                    .createUpdate("update thing set id = :to where id = :from")
                    .bindMap(Map.of("from", 2L, "to", 9L))
                    .execute());

    assertThat(changed).isEqualTo(1);
    assertThat(ids()).containsExactly(1L, 9L);
  }

  @Test
  void parameterWithoutValue_failsAndIsNamed() {
    assertThatThrownBy(
            () ->
                database.read(
                    handle ->
                        handle
                            .select("select id from thing where id = :wanted and name = :name")
                            .bind("name", "secret")
                            .mapTo(Long.class)
                            .list()))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining(":wanted")
        .hasMessageNotContaining("secret");
    assertThatThrownBy(() -> database.list(Long.class, "select id from thing where id = ?"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("Parameter 1");
    assertThatThrownBy(() -> database.execute("delete from thing where id = ?"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void valueWithoutParameter_failsAndIsNamed() {
    assertThatThrownBy(
            () ->
                database.read(
                    handle -> handle.select("select 1 where 1 = :one").bind("two", "secret")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(":two")
        .hasMessageNotContaining("secret");
    assertThatThrownBy(() -> database.execute("delete from thing where id = ?", 1, "secret"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageNotContaining("secret");
    assertThatThrownBy(() -> database.execute("delete from thing where id = :id", 1))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void valueOfAnotherType_fails() {
    assertThatThrownBy(
            () -> database.execute("delete from thing where id = ?", new SourceId(0x5ec2e7)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("SourceId")
        .hasMessageNotContaining(new SourceId(0x5ec2e7).toString());
    assertThatThrownBy(() -> database.list(StringBuilder.class, "select 1"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("StringBuilder");
  }

  private long one() {
    return database.read(handle -> handle.select(ALL).mapTo(Long.class).one());
  }

  private Optional<Long> findOne(String query) {
    return database.read(handle -> handle.select(query).mapTo(Long.class).findOne());
  }

  private Optional<Long> findFirst(String query) {
    return database.read(handle -> handle.select(query).mapTo(Long.class).findFirst());
  }

  @Test
  void one_isExactlyOneRow() {
    assertThatThrownBy(this::one)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("no row");
    insert(1);
    assertThat(one()).isEqualTo(1);
    insert(2);
    assertThatThrownBy(this::one)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("more than one row");
  }

  @Test
  void findOne_isAtMostOneRow() {
    assertThat(findOne(ALL)).isEmpty();
    insert(1);
    assertThat(findOne(ALL)).contains(1L);
    insert(2);
    assertThatThrownBy(() -> findOne(ALL))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("more than one row");
    assertThat(findFirst(ALL)).contains(1L);
  }

  @Test
  void rowThatIsNull_isNotFound() {
    String none = "select max(id) from thing";

    assertThat(findOne(none)).isEmpty();
    assertThat(findFirst(none)).isEmpty();
    assertThat(database.list(Long.class, none)).containsExactly((Long) null);
  }

  @Test
  void rows_areCollected() {
    insert(1, 2, 3);
    String all = "select id, name from thing order by id desc";

    database.change(
        handle -> {
          List<String> passed = new ArrayList<>();
          handle.select(all).map(row -> row.getString(2)).forEach(passed::add);
          assertThat(passed).containsExactly("thing 3", "thing 2", "thing 1");
          assertThat(handle.select(all).mapTo(Long.class).set())
              .containsExactlyInAnyOrder(1L, 2L, 3L);
          assertThat(
                  handle
                      .select(all)
                      .setFetchSize(2)
                      .mapTo(Long.class)
                      .collect(Collectors.summingLong(id -> id)))
              .isEqualTo(6);
        });
  }

  @Test
  void mapBy_hasOneRowForEachKey() {
    insert(2, 1);
    String query = "select 5 as other, id as source, name from thing order by name";

    Map<SourceId, Integer> found =
        database.read(
            handle -> handle.select(query).mapBy("source", SourceId.class, Integer.class));
    assertThat(found).containsExactly(Map.entry(new SourceId(1), 5), Map.entry(new SourceId(2), 5));
    assertThatThrownBy(
            () ->
                database.read(
                    handle -> handle.select(query).mapBy("other", Long.class, Integer.class)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("other");
  }

  @Test
  void batch_saysWhatEachRowChanged() {
    insert(1, 2, 3);

    database.change(
        handle -> {
          try (PreparedBatch batch =
              handle.prepareBatch("update thing set name = ? where id >= ?")) {
            assertThat(batch.execute()).isEmpty();
            batch.add("a", 1);
            batch.add(null, 3L);
            batch.add("c", 9);
            assertThat(batch.execute()).containsExactly(3, 1, 0);
            assertThat(batch.execute()).isEmpty();
          }
          try (PreparedBatch batch =
              handle.prepareBatch("update thing set name = :name where id = :id")) {
            batch.bind("id", 2L).bind("name", "b").add();
            // values of the row before are gone
            SqlStatement<?> _ = batch.bind("id", 1L);
            assertThatThrownBy(batch::add)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining(":name");
            assertThat(batch.execute()).containsExactly(1);
          }
        });

    assertThat(database.list(String.class, "select name from thing order by id"))
        .containsExactly("a", "b", null);
  }

  @Test
  void batchThatFails_changesNothingAndTellsNoValue() {
    insert(2);

    assertThatThrownBy(
            () ->
                database.change(
                    handle -> {
                      try (PreparedBatch batch =
                          handle.prepareBatch("insert into thing (id, name) values (?, ?)")) {
                        batch.add(1, "secret one");
                        batch.add(2, "secret two");
                        batch.add(3, "secret three");
                        batch.execute();
                      }
                    }))
        .isInstanceOf(DatabaseException.class)
        .hasMessageNotContaining("secret");
    assertThat(ids()).containsExactly(2L);
  }

  @Test
  void failedStatement_tellsNoValue() {
    insert(1);

    assertThatThrownBy(
            () -> database.execute("insert into thing (id, name) values (?, ?)", 1, "secret"))
        .isInstanceOf(DatabaseException.class)
        .hasMessageContaining("The database reports an error")
        .hasMessageNotContaining("secret");
    assertThatThrownBy(() -> database.list(Long.class, "select nonsense from thing"))
        .isInstanceOf(DatabaseException.class)
        .hasMessageContaining("nonsense");
  }
}
