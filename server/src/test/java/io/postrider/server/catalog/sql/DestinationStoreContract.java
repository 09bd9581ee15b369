package io.postrider.server.catalog.sql;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.postrider.condition.Comparison;
import io.postrider.condition.Decimal;
import io.postrider.condition.Operator;
import io.postrider.condition.Value;
import io.postrider.filter.FieldPath;
import io.postrider.filter.Filter;
import io.postrider.filter.FilterAction;
import io.postrider.filter.FilterCondition;
import io.postrider.filter.Filters;
import io.postrider.id.DestinationId;
import io.postrider.id.SourceId;
import io.postrider.message.SourceType;
import io.postrider.route.ActiveRanges;
import io.postrider.route.Destination;
import io.postrider.route.DestinationSettings;
import io.postrider.route.LogEndOffsets;
import io.postrider.route.PayloadFormat;
import io.postrider.route.SharedSecret;
import io.postrider.route.Source;
import io.postrider.route.Webhook;
import io.postrider.route.WriteKey;
import io.postrider.server.catalog.CatalogStore;
import io.postrider.server.database.CatalogAccess;
import io.postrider.server.database.Database;
import io.postrider.server.database.DatabaseUrl;
import io.postrider.server.database.Schema;
import io.postrider.server.database.Seals;
import io.postrider.server.database.SecretSeal;
import io.postrider.server.database.Slice;
import io.postrider.server.database.UnreadableSecretException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The contract of {@link DestinationStore} on every database. */
abstract class DestinationStoreContract {

  private static final Instant NOON = Instant.parse("2026-03-01T12:00:00.123Z");
  private static final int MOST = 10_000;

  private Database database;
  private SourceStore sources;
  private DestinationStore store;
  private CatalogStore catalog;

  /** The URL of this test's database, which is initially empty. */
  abstract DatabaseUrl url();

  @BeforeEach
  void open() {
    open(Seals.SOME);
  }

  private void open(SecretSeal seal) {
    database = Database.open(url(), Schema.CATALOG);
    sources = new SourceStore(new CatalogAccess(database));
    store = new DestinationStore(new CatalogAccess(database), seal);
    catalog = new SqlCatalogStore(new CatalogAccess(database), seal);
  }

  @AfterEach
  void close() {
    database.close();
  }

  private static Destination destination(long id) {
    return new Destination(
        new DestinationId(id),
        "n" + id,
        false,
        ActiveRanges.NONE,
        new LinkedHashMap<>(),
        DestinationSettings.DEFAULT.withWebhooks(
            List.of(new Webhook("https://example.com/" + id, List.of()))),
        NOON.plusMillis(id));
  }

  private static Destination full() {
    SequencedMap<SourceId, ActiveRanges> connections = new LinkedHashMap<>();
    connections.put(new SourceId(9), ActiveRanges.NONE.opened(LogEndOffsets.of(4)));
    connections.put(
        new SourceId(-3),
        ActiveRanges.NONE
            .opened(new LogEndOffsets(List.of(1L, 2L)))
            .closed(new LogEndOffsets(List.of(3L, 4L)))
            .opened(new LogEndOffsets(List.of(Long.MAX_VALUE, 0L, 7L))));
    return new Destination(
        new DestinationId(-7),
        "Grüße",
        true,
        ActiveRanges.NONE.opened(LogEndOffsets.of(2)).closed(LogEndOffsets.of(5)),
        connections,
        new DestinationSettings(
            List.of(
                new Webhook(
                    "https://example.com/a?b=c&d",
                    List.of(new Webhook.Header("X-B", "1: 2\t3"), new Webhook.Header("A", "x"))),
                new Webhook("http://example.com:8080", List.of())),
            List.of(
                SharedSecret.current("pässword \ud83d\ude80"),
                new SharedSecret("old", NOON.plusSeconds(60))),
            true,
            PayloadFormat.FULL,
            false,
            true,
            5,
            7,
            Filters.of(
                List.of(
                    new Filter("Größe \0 \ud800", false, null, new FilterAction.Drop()),
                    new Filter(
                        null,
                        true,
                        new FilterCondition.Compared(
                            FieldPath.parse("properties.a\\.b").orElseThrow(),
                            new Comparison(
                                Operator.ONE_OF,
                                List.of(
                                    Value.of("ü\0\udc00"),
                                    Value.of(Decimal.of("12345678901234567890.5")),
                                    Value.of(true)))),
                        new FilterAction.Sample(1_234, FilterAction.By.USER_ID))))),
        NOON);
  }

  private void create(Destination destination) {
    assertThat(store.create(known -> destination, MOST)).contains(destination);
  }

  private static Destination changed(Destination found, UnaryOperator<DestinationSettings> change) {
    return new Destination(
        found.id(),
        found.name(),
        found.paused(),
        found.enabled(),
        found.connections(),
        change.apply(found.settings()),
        found.createdAt());
  }

  private static Destination named(Destination found, String name) {
    return new Destination(
        found.id(),
        name,
        found.paused(),
        found.enabled(),
        found.connections(),
        found.settings(),
        found.createdAt());
  }

  private static Source source(long id) {
    return new Source(
        new SourceId(id),
        "s" + id,
        SourceType.WEB,
        true,
        null,
        List.of(new WriteKey("wk_" + id, NOON, null)),
        NOON);
  }

  @Test
  void destination_isFoundAsItWasCreated() {
    create(full());
    create(destination(2));
    Destination found = store.find(full().id()).orElseThrow();
    assertThat(found).isEqualTo(full());
    assertThat(found.connections().keySet()).containsExactly(new SourceId(9), new SourceId(-3));
    assertThat(catalog.load().destinations()).containsExactly(full(), destination(2));
    assertThat(store.page(0, 5).items()).containsExactly(full(), destination(2));
    assertThat(store.find(new DestinationId(3))).isEmpty();
  }

  @Test
  void destination_survivesReopening() {
    create(full());
    close();
    open();
    assertThat(store.find(full().id())).contains(full());
  }

  @ParameterizedTest
  @ValueSource(strings = {"世界 🚀", "a\0b", "\ud800", "\ufffd", "quote ' and \\", " spaces "})
  void name_isStoredExactly(String name) {
    create(named(destination(1), name));
    assertThat(store.find(new DestinationId(1)).orElseThrow().name()).isEqualTo(name);
    store.change(new DestinationId(1), (found, known) -> named(found, "plain"));
    store.change(new DestinationId(1), (found, known) -> named(found, name));
    assertThat(catalog.load().destinations().getFirst().name()).isEqualTo(name);
  }

  @Test
  void create_refusesMoreThanTheMaximum() {
    assertThat(store.create(known -> destination(1), 1)).isPresent();
    long version = catalog.version();
    assertThat(store.create(known -> destination(2), 1)).isEmpty();
    assertThat(catalog.version()).isEqualTo(version);
    assertThat(store.delete(new DestinationId(1))).isTrue();
    assertThat(store.create(known -> destination(2), 1)).isPresent();
  }

  @Test
  void changes_seeTheExistingSources() {
    sources.create(source(1), MOST);
    List<Boolean> answers = new ArrayList<>();
    store.create(
        known -> {
          answers.add(known.test(new SourceId(1)));
          answers.add(known.test(new SourceId(2)));
          return destination(1);
        },
        MOST);
    sources.delete(new SourceId(1), () -> LogEndOffsets.of(0));
    store.change(
        new DestinationId(1),
        (found, known) -> {
          answers.add(known.test(new SourceId(1)));
          return found;
        });
    assertThat(answers).containsExactly(true, false, false);
  }

  @Test
  void pages_containEveryDestinationOnceInOrderOfCreation() {
    for (int i = 7; i > 0; i--) {
      create(destination(i));
      sources.create(source(i), MOST);
    }
    Slice<Destination> first = store.page(0, 3);
    Slice<Destination> second = store.page(requireNonNull(first.next()), 3);
    Slice<Destination> third = store.page(requireNonNull(second.next()), 3);
    assertThat(first.items()).containsExactly(destination(7), destination(6), destination(5));
    assertThat(second.items()).containsExactly(destination(4), destination(3), destination(2));
    assertThat(third.items()).containsExactly(destination(1));
    assertThat(third.next()).isNull();
  }

  @Test
  void change_replacesEverything() {
    create(destination(1));
    Destination wanted =
        new Destination(
            new DestinationId(1),
            full().name(),
            true,
            full().enabled(),
            full().connections(),
            full().settings(),
            destination(1).createdAt());
    assertThat(store.change(new DestinationId(1), (found, known) -> wanted)).contains(wanted);
    assertThat(store.find(new DestinationId(1))).contains(wanted);
    store.change(new DestinationId(1), (found, known) -> destination(1));
    assertThat(store.find(new DestinationId(1))).contains(destination(1));
  }

  @Test
  void change_ofUnknownDestinationDoesNothing() {
    assertThat(store.change(new DestinationId(1), (found, known) -> found)).isEmpty();
    assertThat(store.delete(new DestinationId(1))).isFalse();
    assertThat(catalog.version()).isZero();
  }

  @Test
  void change_thatThrowsChangesNothing() {
    create(destination(1));
    assertThatThrownBy(
            () ->
                store.change(
                    new DestinationId(1),
                    (found, known) -> {
                      throw new IllegalStateException("no");
                    }))
        .hasMessage("no");
    assertThat(store.find(new DestinationId(1))).contains(destination(1));
    assertThat(catalog.version()).isEqualTo(1);
  }

  @Test
  void version_risesByOneWithEveryChangeAndOnlyThen() {
    create(destination(1));
    assertThat(catalog.version()).isEqualTo(1);
    store.change(new DestinationId(1), (found, known) -> found);
    assertThat(catalog.version()).isEqualTo(1);
    store.change(new DestinationId(1), (found, known) -> named(found, "new"));
    assertThat(catalog.version()).isEqualTo(2);
    store.delete(new DestinationId(1));
    assertThat(catalog.load().version().number()).isEqualTo(3);
    assertThat(catalog.load().destinations()).isEmpty();
  }

  @Test
  void deletedSource_isDisconnectedEverywhere() {
    sources.create(source(9), MOST);
    create(full());
    assertThat(sources.delete(new SourceId(9), () -> new LogEndOffsets(List.of(8L, 1L)))).isTrue();
    Destination left = store.find(full().id()).orElseThrow();
    assertThat(left.sources()).containsExactly(new SourceId(-3));
    assertThat(left.connection(new SourceId(9)))
        .isEqualTo(
            ActiveRanges.NONE
                .opened(LogEndOffsets.of(4))
                .closed(new LogEndOffsets(List.of(8L, 1L))));
    assertThat(left.connection(new SourceId(-3))).isEqualTo(full().connection(new SourceId(-3)));
  }

  @Test
  void concurrentChanges_areAllApplied() throws Exception {
    create(changed(destination(1), settings -> settings.withMaxRate(1)));
    int threads = 4;
    int each = 10;
    try (ExecutorService executor = Executors.newFixedThreadPool(threads)) {
      List<Future<?>> running = new ArrayList<>();
      for (int t = 0; t < threads; t++) {
        running.add(
            executor.submit(
                () -> {
                  for (int i = 0; i < each; i++) {
                    store.change(
                        new DestinationId(1),
                        (found, known) ->
                            changed(
                                found,
                                settings ->
                                    settings.withMaxRate(requireNonNull(settings.maxRate()) + 1)));
                  }
                }));
      }
      for (Future<?> one : running) {
        one.get();
      }
    }
    assertThat(store.find(new DestinationId(1)).orElseThrow().settings().maxRate())
        .isEqualTo(1 + threads * each);
  }

  @Test
  void secret_isSealedInTheDatabase() {
    create(full());
    List<byte[]> sealed =
        database.read(
            handle ->
                handle
                    .select("select sealed from destination_secret order by ordinal")
                    .map(row -> row.getBytes(1))
                    .list());
    assertThat(sealed).hasSize(2).allMatch(bytes -> bytes.length >= 12 + 16 + 3);
    assertThat(new String(sealed.get(1), java.nio.charset.StandardCharsets.ISO_8859_1))
        .doesNotContain("old");
  }

  @Test
  void secret_sealedWithAnotherKeyIsReported() {
    create(full());
    close();
    open(Seals.of(2));
    assertThatThrownBy(() -> catalog.load())
        .isInstanceOf(UnreadableSecretException.class)
        .hasMessageContaining(full().id().toString())
        .hasMessageContaining("/data/secrets-key is not the one that sealed it")
        .hasMessageNotContaining("old");
    assertThatThrownBy(() -> store.find(full().id())).isInstanceOf(UnreadableSecretException.class);
  }

  @Test
  void secret_withoutItsKeyIsReported() {
    create(full());
    close();
    open(
        new SecretSeal(
            "the file /data/secrets-key",
            () -> false,
            () -> {
              throw new AssertionError("a new key would not help");
            }));
    assertThatThrownBy(() -> catalog.load())
        .isInstanceOf(UnreadableSecretException.class)
        .hasMessageContaining("/data/secrets-key is missing");
  }

  @Test
  void secret_movedToAnotherDestinationCannotBeUnsealed() {
    create(full());
    create(destination(1));
    database.write(handle -> handle.execute("update destination_secret set destination_id = 1"));
    assertThatThrownBy(() -> store.find(new DestinationId(1)))
        .isInstanceOf(UnreadableSecretException.class);
  }

  @Test
  void load_isConsistentForDestinations() throws Exception {
    try (ExecutorService executor = Executors.newSingleThreadExecutor()) {
      Future<?> writing =
          executor.submit(
              () -> {
                for (int i = 1; i <= 30; i++) {
                  sources.create(source(i), MOST);
                  create(destination(i));
                }
              });
      while (!writing.isDone()) {
        CatalogStore.Snapshot snapshot = catalog.load();
        assertThat(snapshot.sources().size() + snapshot.destinations().size())
            .isEqualTo((int) snapshot.version().number());
      }
      writing.get();
    }
    assertThat(catalog.load().destinations()).hasSize(30);
  }
}
