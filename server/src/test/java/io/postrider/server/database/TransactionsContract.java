package io.postrider.server.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What transactions do on every engine. */
abstract class TransactionsContract {

  private static final String INSERT = "insert into thing (id) values (?)";

  private Database database;

  abstract DatabaseUrl url();

  @BeforeEach
  final void open() {
    database = Database.open(url(), Schema.NOTIFICATIONS);
    database.execute("create table thing (id bigint primary key)");
  }

  @AfterEach
  final void close() {
    database.close();
  }

  private List<Long> ids() {
    return database.list(Long.class, "select id from thing order by id");
  }

  private static final class Refused extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  @Test
  void failure_rollsBack() {
    assertThatThrownBy(
            () ->
                database.change(
                    handle -> {
                      handle.execute(INSERT, 1);
                      throw new Refused();
                    }))
        .isInstanceOf(Refused.class);
    assertThatThrownBy(
            () ->
                database.change(
                    handle -> {
                      handle.execute(INSERT, 2);
                      handle.execute(INSERT, 2);
                    }))
        .isInstanceOf(DatabaseException.class);
    assertThatThrownBy(
            () ->
                database.change(
                    handle -> {
                      handle.execute(INSERT, 3);
                      throw new AssertionError();
                    }))
        .isInstanceOf(AssertionError.class);
    assertThat(ids()).isEmpty();
  }

  @Test
  void transactionWithinAnother_joinsIt() {
    assertThatThrownBy(
            () ->
                database.inTransaction(
                    () -> {
                      database.change(outer -> outer.execute(INSERT, 1));
                      int changed = database.execute(INSERT, 2);
                      assertThat(changed).isEqualTo(1);
                      throw new Refused();
                    }))
        .isInstanceOf(Refused.class);
    assertThat(ids()).isEmpty();

    database.change(
        outer -> {
          outer.execute(INSERT, 1);
          database.change(
              inner -> {
                assertThat(inner).isSameAs(outer);
                assertThat(inner.select("select id from thing").mapTo(Long.class).one())
                    .isEqualTo(1);
              });
          assertThat(outer.isInTransaction()).isTrue();
          outer.execute(INSERT, 2);
        });
    assertThat(ids()).containsExactly(1L, 2L);
  }

  @Test
  void transactionAfterAnother_isNew() {
    database.change(handle -> handle.execute(INSERT, 1));
    assertThatThrownBy(
            () ->
                database.change(
                    handle -> {
                      handle.execute(INSERT, 2);
                      throw new Refused();
                    }))
        .isInstanceOf(Refused.class);
    int changed = database.execute(INSERT, 3);
    assertThat(changed).isEqualTo(1);

    assertThat(ids()).containsExactly(1L, 3L);
  }

  /** A connection that is not given back is missing to the next: there are few. */
  @Test
  void failures_giveConnectionsBack() {
    for (int i = 0; i < 20; i++) {
      assertThatThrownBy(() -> database.execute("insert into nothing values (1)"))
          .isInstanceOf(DatabaseException.class);
      assertThatThrownBy(() -> database.list(Long.class, "select id from nothing"))
          .isInstanceOf(DatabaseException.class);
      assertThatThrownBy(
              () ->
                  database.write(
                      handle -> {
                        throw new Refused();
                      }))
          .isInstanceOf(Refused.class);
    }
    int changed = database.execute(INSERT, 1);
    assertThat(changed).isEqualTo(1);
    assertThat(ids()).containsExactly(1L);
  }

  @Test
  void read_seesOneSnapshot() {
    database.read(
        handle -> {
          String count = "select count(*) from thing";
          long before = handle.select(count).mapTo(Long.class).one();
          int changed = database.execute(INSERT, 1);
          assertThat(changed).isEqualTo(1);
          assertThat(handle.select(count).mapTo(Long.class).one()).isEqualTo(before);
          return true;
        });
    assertThat(ids()).containsExactly(1L);
  }

  @Test
  void actions_runAfterTheCommitAlone() {
    List<String> done = new ArrayList<>();
    database.change(
        outer -> {
          outer.afterCommit(() -> done.add("first, with " + ids()));
          database.change(inner -> inner.afterCommit(() -> done.add("second")));
          outer.execute(INSERT, 1);
          assertThat(done).isEmpty();
        });
    assertThat(done).containsExactly("first, with [1]", "second");

    assertThatThrownBy(
            () ->
                database.change(
                    handle -> {
                      handle.afterCommit(() -> done.add("never"));
                      throw new Refused();
                    }))
        .isInstanceOf(Refused.class);
    database.change(handle -> handle.execute(INSERT, 2));
    assertThat(done).hasSize(2);
  }

  @Test
  void actionThatFails_leavesTheCommit() {
    assertThatThrownBy(
            () ->
                database.change(
                    handle -> {
                      handle.execute(INSERT, 1);
                      handle.afterCommit(
                          () -> {
                            throw new Refused();
                          });
                    }))
        .isInstanceOf(Refused.class);
    assertThat(ids()).containsExactly(1L);
  }
}
