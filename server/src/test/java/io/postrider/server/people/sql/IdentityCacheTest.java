package io.postrider.server.people.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.server.database.Database;
import io.postrider.server.database.DatabaseUrl;
import io.postrider.server.database.Schema;
import io.postrider.server.people.profile.IdHash;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IdentityCacheTest {

  private static final IdHash ADA = new IdHash(1, 1);
  private static final IdHash BOB = new IdHash(2, 2);
  private static final IdHash EVE = new IdHash(3, 3);

  @TempDir Path folder;
  private final IdentityCache links = new IdentityCache(2);
  private Database database;

  @BeforeEach
  void open() {
    database = Database.open(DatabaseUrl.sqlite(folder.resolve("profiles.db")), Schema.PROFILES);
    keep(ADA, 10);
  }

  @AfterEach
  void close() {
    database.close();
  }

  private void keep(IdHash hash, long profile) {
    int _ =
        database.write(
            handle ->
                handle.execute(
                    "insert into identity (hash, kind, profile, id_bytes) values (?, 1, ?, ?)"
                        + " on conflict (hash) do update set profile = excluded.profile",
                    hash.bytes(),
                    profile,
                    new byte[] {1}));
  }

  private Map<IdHash, Long> find(long generation) {
    return database.write(
        handle -> links.find(handle, new ArrayList<>(List.of(ADA, BOB)), generation));
  }

  @Test
  void uncachedIds_areRead() {
    assertThat(find(0)).isEqualTo(Map.of(ADA, 10L));
    assertThat(links.size()).isZero();
  }

  @Test
  void cachedIds_areNotReadAgain() {
    assertThat(find(0)).hasSize(1);
    links.learn(Map.of(ADA, 10L), 0);
    keep(ADA, 11);
    assertThat(find(0)).as("nobody said that it changed").isEqualTo(Map.of(ADA, 10L));
    assertThat(find(1)).as("somebody did").isEqualTo(Map.of(ADA, 11L));
  }

  @Test
  void linksOfAnotherGeneration_areDiscarded() {
    assertThat(find(1)).hasSize(1);
    links.learn(Map.of(ADA, 99L), 0);
    links.change(Set.of(), Map.of(ADA, 99L), 3);
    assertThat(find(1)).isEqualTo(Map.of(ADA, 10L));
  }

  @Test
  void changedLinks_areRemovedAndOthersStay() {
    assertThat(find(0)).hasSize(1);
    links.learn(Map.of(ADA, 10L, BOB, 20L), 0);
    links.change(Set.of(20L), Map.of(), 1);
    keep(ADA, 11);
    assertThat(find(1)).isEqualTo(Map.of(ADA, 10L));
  }

  @Test
  void cache_isBounded_andKeepsTheMostRecent() {
    assertThat(find(0)).hasSize(1);
    links.learn(Map.of(ADA, 1L), 0);
    links.learn(Map.of(BOB, 2L), 0);
    assertThat(database.<Map<IdHash, Long>>write(h -> links.find(h, Set.of(ADA), 0))).hasSize(1);
    links.learn(Map.of(EVE, 3L), 0);
    assertThat(links.size()).isEqualTo(2);
    assertThat(database.<Map<IdHash, Long>>write(h -> links.find(h, Set.of(BOB), 0))).isEmpty();
    assertThat(database.<Map<IdHash, Long>>write(h -> links.find(h, Set.of(ADA, EVE), 0)))
        .isEqualTo(Map.of(ADA, 1L, EVE, 3L));
  }
}
