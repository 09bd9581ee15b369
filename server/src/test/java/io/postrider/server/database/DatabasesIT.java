package io.postrider.server.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.postrider.server.config.Config;
import io.postrider.server.config.Settings;
import io.postrider.server.folder.FolderManifest;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The databases of a node on PostgreSQL. */
final class DatabasesIT {

  private static final int POOL = 4;

  @RegisterExtension static final PostgresServer POSTGRES = PostgresServer.withoutTables();

  private static Databases open() {
    Map<String, String> flags =
        Map.of(
            "database.url", POSTGRES.url().reveal(), "database.pool-size", Integer.toString(POOL));
    return Databases.of(
        Config.of(Settings.load(null, Map.of(), flags)),
        FolderManifest.of(Path.of("unused")),
        InstantSource.system());
  }

  private static long connections(Database database) {
    return database.read(
        handle ->
            handle
                .select(
                    "select count(*) from pg_stat_activity"
                        + " where datname = current_database() and application_name = 'postrider'")
                .mapTo(Long.class)
                .one());
  }

  @Test
  void allSchemas_areOpenedAtOnce_overOnePool() throws Exception {
    try (Databases databases = open();
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Callable<Database>> openings =
          List.of(
              databases::catalog, databases::cursors, databases::profiles, databases::statistics);
      for (Future<Database> one : threads.invokeAll(openings)) {
        assertThat(one.get().engine()).isEqualTo(DatabaseUrl.Engine.POSTGRESQL);
      }
      assertThat(connections(databases.catalog())).isLessThanOrEqualTo(POOL);
    }
  }

  @Test
  void schemaOfANewerNode_isUsedDuringAnUpgrade() {
    String newest = Integer.toString(Schema.CURSORS.version());
    try (Databases databases = open()) {
      rename(databases.cursors(), newest, "999");
    }
    try (Databases databases = open()) {
      assertThat(rename(databases.cursors(), "999", newest)).isEqualTo(1);
    }
  }

  private static int rename(Database database, String from, String to) {
    return database.write(
        handle ->
            handle.execute("update cursors_history set version = ? where version = ?", to, from));
  }

  @Test
  void cursorFlush_getsAConnection_whileOtherWorkHoldsAllItMay() throws Exception {
    try (Databases databases = open();
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Database cursors = databases.cursors();
      Database catalog = databases.catalog();
      CountDownLatch holding = new CountDownLatch(POOL - PostgresPool.RESERVED);
      CountDownLatch release = new CountDownLatch(1);
      List<CompletableFuture<Integer>> requests = new ArrayList<>();
      for (int i = 0; i < 20; i++) {
        requests.add(
            CompletableFuture.supplyAsync(
                () ->
                    catalog.read(
                        handle -> {
                          holding.countDown();
                          try {
                            return release.await(60, TimeUnit.SECONDS) ? 1 : 0;
                          } catch (InterruptedException interrupted) {
                            throw new IllegalStateException(interrupted);
                          }
                        }),
                threads));
      }
      assertThat(holding.await(60, TimeUnit.SECONDS)).isTrue();
      // nothing is released before this returns
      int _ = cursors.write(handle -> handle.execute("delete from replay_order"));
      release.countDown();
      await().until(() -> requests.stream().allMatch(CompletableFuture::isDone));
      assertThat(requests).allSatisfy(request -> assertThat(request.join()).isEqualTo(1));
    }
  }

  private static List<String> jobs(Database database) {
    return database.list(String.class, "select job from job_lease order by job");
  }

  private static int lease(Database database, String job) {
    return database.execute(
        "insert into job_lease (job, node, until_millis) values (?, 'node', 0)", job);
  }

  @Test
  void read_seesOneSnapshot_andTheNextOneSeesMore() {
    try (Databases databases = open()) {
      Database catalog = databases.catalog();
      List<String> before = jobs(catalog);
      List<String> seen =
          catalog.read(
              handle -> {
                String query = "select job from job_lease order by job";
                assertThat(handle.select(query).mapTo(String.class).list()).isEqualTo(before);
                int _ = lease(catalog, "snapshot");
                return handle.select(query).mapTo(String.class).list();
              });
      assertThat(seen).isEqualTo(before);
      assertThat(jobs(catalog)).contains("snapshot").hasSize(before.size() + 1);
    }
  }

  @Test
  void readWithinARead_seesItsSnapshot() {
    try (Databases databases = open()) {
      Database catalog = databases.catalog();
      List<String> before = jobs(catalog);
      catalog.read(
          handle -> {
            int _ = lease(catalog, "nested");
            assertThat(jobs(catalog)).as("the first query of the transaction").contains("nested");
            int _ = lease(catalog, "later");
            assertThat(jobs(catalog)).doesNotContain("later").hasSize(before.size() + 1);
            return catalog.read(
                same -> {
                  assertThat(same).isSameAs(handle);
                  return jobs(catalog);
                });
          });
      assertThat(jobs(catalog)).contains("later");
    }
  }

  @Test
  void statementsWithinATransaction_areUndoneTogether() {
    try (Databases databases = open()) {
      Database catalog = databases.catalog();
      assertThatThrownBy(
              () ->
                  catalog.inTransaction(
                      () -> {
                        int _ = lease(catalog, "undone");
                        throw new IllegalStateException("after the statement");
                      }))
          .isInstanceOf(IllegalStateException.class);
      assertThat(jobs(catalog)).doesNotContain("undone");
    }
  }
}
