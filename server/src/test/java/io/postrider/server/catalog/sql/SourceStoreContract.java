package io.postrider.server.catalog.sql;

import static io.postrider.server.catalog.sql.SourceStore.Creation.CREATED;
import static io.postrider.server.catalog.sql.SourceStore.Creation.FULL;
import static io.postrider.server.catalog.sql.SourceStore.Creation.TAKEN;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.postrider.id.SourceId;
import io.postrider.message.SourceType;
import io.postrider.route.EventRules;
import io.postrider.route.LogEndOffsets;
import io.postrider.route.NewEventPolicy;
import io.postrider.route.Source;
import io.postrider.route.WriteKey;
import io.postrider.server.catalog.CatalogStore;
import io.postrider.server.database.CatalogAccess;
import io.postrider.server.database.Database;
import io.postrider.server.database.DatabaseException;
import io.postrider.server.database.DatabaseUrl;
import io.postrider.server.database.Schema;
import io.postrider.server.database.Seals;
import io.postrider.server.database.Slice;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The contract of {@link SourceStore} on every database. */
abstract class SourceStoreContract {

  private static final Instant NOON = Instant.parse("2026-03-01T12:00:00.123Z");
  private static final int MOST = 10_000;

  private Database database;
  private SourceStore store;
  private CatalogStore catalog;

  /** The URL of this test's database, which is initially empty. */
  abstract DatabaseUrl url();

  @BeforeEach
  void open() {
    database = Database.open(url(), Schema.CATALOG);
    store = new SourceStore(new CatalogAccess(database));
    catalog = new SqlCatalogStore(new CatalogAccess(database), Seals.SOME);
  }

  @AfterEach
  void close() {
    database.close();
  }

  private static Source source(long id, String name) {
    WriteKey key = new WriteKey("wk_" + id, NOON, null);
    return new Source(
        new SourceId(id), name, SourceType.WEB, true, null, List.of(key), NOON.plusMillis(id));
  }

  private static Source with(
      Source source, String name, boolean enabled, @Nullable Integer rateLimit) {
    return new Source(
        source.id(),
        name,
        source.type(),
        enabled,
        rateLimit,
        source.writeKeys(),
        source.createdAt(),
        source.events());
  }

  private static Source withKeys(Source source, List<WriteKey> keys) {
    return source.withWriteKeys(keys);
  }

  private boolean delete(SourceId id) {
    return store.delete(id, () -> LogEndOffsets.of(0));
  }

  @Test
  void source_isFoundAsItWasCreated() {
    Source plain = source(1, "Website");
    Source limited = with(source(-2, "App"), "App", false, 500);

    assertThat(store.create(plain, MOST)).isEqualTo(CREATED);
    assertThat(store.create(limited, MOST)).isEqualTo(CREATED);

    assertThat(store.find(plain.id())).contains(plain);
    assertThat(store.find(limited.id())).contains(limited);
    assertThat(catalog.load().sources()).containsExactly(plain, limited);
    assertThat(store.find(new SourceId(3))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Grüße, 世界 🚀",
        "a\0b",
        "\0",
        "\ud800",
        "tail \udfff",
        "\udc00\ud800",
        "\ufffd",
        "quote ' and % and \\ and ;--",
        " spaces kept "
      })
  void name_isStoredExactly(String name) {
    Source source = source(1, name);
    store.create(source, MOST);
    assertThat(store.find(source.id()).orElseThrow().name()).isEqualTo(name);

    store.change(source.id(), found -> with(found, "plain", true, null));
    assertThat(store.find(source.id()).orElseThrow().name()).isEqualTo("plain");
    store.change(source.id(), found -> with(found, name, true, null));
    assertThat(catalog.load().sources().getFirst().name()).isEqualTo(name);
  }

  @Test
  void source_survivesReopening() {
    store.create(source(1, "kept"), MOST);
    long version = catalog.version();
    close();
    open();
    assertThat(store.find(new SourceId(1))).contains(source(1, "kept"));
    assertThat(catalog.version()).isEqualTo(version);
  }

  @Test
  void create_refusesExistingId() {
    store.create(source(1, "first"), MOST);
    Source same = withKeys(source(1, "second"), source(2, "").writeKeys());
    long version = catalog.version();
    assertThat(store.create(same, MOST)).isEqualTo(TAKEN);
    assertThat(store.find(new SourceId(1)).orElseThrow().name()).isEqualTo("first");
    assertThat(catalog.version()).isEqualTo(version);
  }

  @Test
  void create_refusesExistingKey() {
    store.create(source(1, "first"), MOST);
    Source other = withKeys(source(2, "second"), source(1, "").writeKeys());
    assertThat(store.create(other, MOST)).isEqualTo(TAKEN);
    assertThat(catalog.load().sources()).containsExactly(source(1, "first"));
  }

  @Test
  void create_refusesMoreThanTheMaximum() {
    assertThat(store.create(source(1, "a"), 2)).isEqualTo(CREATED);
    assertThat(store.create(source(2, "b"), 2)).isEqualTo(CREATED);
    long version = catalog.version();
    assertThat(store.create(source(3, "c"), 2)).isEqualTo(FULL);
    assertThat(catalog.version()).isEqualTo(version);
    delete(new SourceId(1));
    assertThat(store.create(source(3, "c"), 2)).isEqualTo(CREATED);
  }

  @Test
  void createFirst_createsOneSourceEver() {
    assertThat(store.createFirst(source(1, "first"))).isTrue();
    assertThat(store.createFirst(source(2, "again"))).isFalse();
    delete(new SourceId(1));
    assertThat(store.createFirst(source(3, "after deleting"))).isFalse();
    assertThat(catalog.load().sources()).isEmpty();
  }

  @Test
  void createFirst_createsNoneAfterAnotherSource() {
    store.create(source(1, "mine"), MOST);
    delete(new SourceId(1));
    assertThat(store.createFirst(source(2, "first"))).isFalse();
  }

  @Test
  void pages_containEverySourceOnceInOrderOfCreation() {
    List<Source> created = new ArrayList<>();
    for (int i = 0; i < 7; i++) {
      // Ids and times run backwards: neither decides the order.
      Source source = source(100 - i, "n" + i);
      store.create(source, MOST);
      created.add(source);
    }
    Slice<Source> first = store.page(0, 3);
    Slice<Source> second = store.page(requireNonNull(first.next()), 3);
    Slice<Source> third = store.page(requireNonNull(second.next()), 3);

    assertThat(first.items()).isEqualTo(created.subList(0, 3));
    assertThat(second.items()).isEqualTo(created.subList(3, 6));
    assertThat(third.items()).isEqualTo(created.subList(6, 7));
    assertThat(third.next()).isNull();
    assertThat(store.page(0, 7).next()).isNull();
    assertThat(store.page(Long.MAX_VALUE, 7).items()).isEmpty();
  }

  @Test
  void pages_continueAfterTheLastSourceIsDeleted() {
    for (int i = 1; i <= 4; i++) {
      store.create(source(i, "n"), MOST);
    }
    Slice<Source> first = store.page(0, 2);
    delete(new SourceId(2));
    delete(new SourceId(3));
    store.create(source(5, "new"), MOST);
    assertThat(store.page(requireNonNull(first.next()), 2).items())
        .containsExactly(source(4, "n"), source(5, "new"));
  }

  @Test
  void change_replacesAndReturnsTheSource() {
    Source source = source(1, "old");
    store.create(source, MOST);
    Source changed = with(source, "new", false, 9);
    assertThat(store.change(source.id(), found -> with(found, "new", false, 9))).contains(changed);
    assertThat(store.find(source.id())).contains(changed);
    store.change(source.id(), found -> with(found, "new", true, null));
    assertThat(store.find(source.id()).orElseThrow().rateLimit()).isNull();
  }

  @Test
  void change_ofUnknownSourceDoesNothing() {
    assertThat(store.change(new SourceId(1), found -> found)).isEmpty();
    assertThat(catalog.version()).isZero();
  }

  @Test
  void change_thatThrowsChangesNothing() {
    store.create(source(1, "old"), MOST);
    long version = catalog.version();
    assertThatThrownBy(
            () ->
                store.change(
                    new SourceId(1),
                    found -> {
                      throw new IllegalStateException("no");
                    }))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("no");
    assertThat(store.find(new SourceId(1))).contains(source(1, "old"));
    assertThat(catalog.version()).isEqualTo(version);
  }

  @Test
  void keys_areRotatedInOrder() {
    Source source = source(1, "rotating");
    store.create(source, MOST);
    WriteKey old = new WriteKey("wk_1", NOON, NOON.plusSeconds(60));
    WriteKey current = new WriteKey("wk_new", NOON.plusSeconds(1), null);
    store.change(source.id(), found -> withKeys(found, List.of(current, old)));

    assertThat(store.find(source.id()).orElseThrow().writeKeys()).containsExactly(current, old);
    assertThat(catalog.load().sources().getFirst().writeKeys()).containsExactly(current, old);

    store.change(source.id(), found -> withKeys(found, List.of(current)));
    assertThat(store.find(source.id()).orElseThrow().writeKeys()).containsExactly(current);
  }

  @Test
  void change_toTheKeyOfAnotherSourceIsRefusedWithoutShowingIt() {
    store.create(source(1, "a"), MOST);
    store.create(source(2, "b"), MOST);
    List<WriteKey> stolen = source(1, "").writeKeys();
    assertThatThrownBy(() -> store.change(new SourceId(2), found -> withKeys(found, stolen)))
        .isInstanceOf(DatabaseException.class)
        .hasMessageNotContaining("wk_1");
    assertThat(store.find(new SourceId(2))).contains(source(2, "b"));
  }

  @Test
  void eventRules_areStoredExactly() {
    store.create(source(1, "a"), MOST);
    store.create(source(2, "b"), MOST);
    Set<String> events = Set.of("Order Completed", "a\0b", "\ud800", "\ufffd", "世界");
    EventRules rules = new EventRules(NewEventPolicy.BLOCK, events, Set.of("x\0", "\udc00", "y"));
    store.change(new SourceId(1), found -> found.withEvents(rules));
    assertThat(store.find(new SourceId(1)).orElseThrow().events()).isEqualTo(rules);
    store.change(new SourceId(1), found -> with(found, "renamed", true, null));
    assertThat(catalog.load().sources())
        .extracting(Source::events)
        .containsExactly(rules, EventRules.NONE);
    EventRules other = new EventRules(NewEventPolicy.ALLOW, Set.of("one"), Set.of());
    store.change(new SourceId(1), found -> found.withEvents(other));
    assertThat(store.page(0, 5).items().getFirst().events()).isEqualTo(other);
    assertThat(delete(new SourceId(1))).isTrue();
  }

  @Test
  void delete_removesSourceAndFreesItsKeys() {
    store.create(source(1, "gone"), MOST);
    assertThat(delete(new SourceId(1))).isTrue();
    assertThat(delete(new SourceId(1))).isFalse();
    assertThat(store.find(new SourceId(1))).isEmpty();
    Source heir = withKeys(source(2, "heir"), source(1, "").writeKeys());
    assertThat(store.create(heir, MOST)).isEqualTo(CREATED);
  }

  @Test
  void version_risesByOneWithEveryChangeAndOnlyThen() {
    assertThat(catalog.version()).isZero();
    store.create(source(1, "a"), MOST);
    assertThat(catalog.version()).isEqualTo(1);
    store.change(new SourceId(1), found -> with(found, "b", true, null));
    assertThat(catalog.version()).isEqualTo(2);
    store.change(new SourceId(1), found -> found);
    delete(new SourceId(9));
    assertThat(catalog.version()).isEqualTo(2);
    delete(new SourceId(1));
    assertThat(catalog.load().version().number()).isEqualTo(3);
  }

  @Test
  void concurrentChanges_areAllApplied() throws Exception {
    store.create(with(source(1, "counter"), "counter", true, 0), MOST);
    int threads = 4;
    int each = 15;
    CountDownLatch start = new CountDownLatch(1);
    try (ExecutorService executor = Executors.newFixedThreadPool(threads)) {
      List<Future<?>> running = new ArrayList<>();
      for (int t = 0; t < threads; t++) {
        running.add(
            executor.submit(
                () -> {
                  start.await();
                  for (int i = 0; i < each; i++) {
                    store.change(
                        new SourceId(1),
                        found ->
                            with(found, found.name(), true, requireNonNull(found.rateLimit()) + 1));
                  }
                  return null;
                }));
      }
      start.countDown();
      for (Future<?> one : running) {
        one.get();
      }
    }
    assertThat(store.find(new SourceId(1)).orElseThrow().rateLimit()).isEqualTo(threads * each);
    assertThat(catalog.version()).isEqualTo(1 + threads * each);
  }

  @Test
  void concurrentCreateFirst_createsOneSource() throws Exception {
    CountDownLatch start = new CountDownLatch(1);
    try (ExecutorService executor = Executors.newFixedThreadPool(4)) {
      List<Future<Boolean>> running = new ArrayList<>();
      for (int t = 1; t <= 4; t++) {
        Source mine = source(t, "first");
        running.add(
            executor.submit(
                () -> {
                  start.await();
                  return store.createFirst(mine);
                }));
      }
      start.countDown();
      int made = 0;
      for (Future<Boolean> one : running) {
        made += one.get() ? 1 : 0;
      }
      assertThat(made).isEqualTo(1);
    }
    assertThat(catalog.load().sources()).hasSize(1);
  }

  @Test
  void load_isConsistent() throws Exception {
    try (ExecutorService executor = Executors.newSingleThreadExecutor()) {
      Future<?> writing =
          executor.submit(
              () -> {
                for (int i = 1; i <= 60; i++) {
                  store.create(source(i, "n"), MOST);
                }
              });
      while (!writing.isDone()) {
        CatalogStore.Snapshot snapshot = catalog.load();
        assertThat(snapshot.sources()).hasSize((int) snapshot.version().number());
      }
      writing.get();
    }
    assertThat(catalog.load().sources()).hasSize(60);
  }
}
