package io.postrider.server.catalog.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.postrider.audience.Audience;
import io.postrider.audience.Computation;
import io.postrider.audience.ComputationId;
import io.postrider.id.DestinationId;
import io.postrider.id.SourceId;
import io.postrider.message.SourceType;
import io.postrider.route.ActiveRanges;
import io.postrider.route.Destination;
import io.postrider.route.DestinationSettings;
import io.postrider.route.LogEndOffsets;
import io.postrider.route.Source;
import io.postrider.route.Webhook;
import io.postrider.route.Workspace;
import io.postrider.route.WriteKey;
import io.postrider.server.access.AuditStamp;
import io.postrider.server.access.sql.SqlAuditTrail;
import io.postrider.server.catalog.CatalogStore;
import io.postrider.server.catalog.Declarations;
import io.postrider.server.catalog.Declarations.DeclaredSource;
import io.postrider.server.catalog.workspace.DeclaredChange;
import io.postrider.server.database.CatalogAccess;
import io.postrider.server.database.Database;
import io.postrider.server.database.DatabaseUrl;
import io.postrider.server.database.Schema;
import io.postrider.server.database.Seals;
import io.postrider.server.database.SecretSeal;
import io.postrider.server.people.sql.Computations;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The contract of {@link SqlCatalogStore#apply} on every database. */
abstract class DeclarationStoreContract {

  private static final Instant NOON = Instant.parse("2026-03-01T12:00:00.123Z");
  private static final AuditStamp STAMP = new AuditStamp("file", "File", NOON);
  private static final DeclaredChange.Part<Destination, DestinationId> NO_DESTINATIONS =
      new DeclaredChange.Part<>(List.of(), List.of(), List.of());
  private static final DeclaredChange.Part<Computation, ComputationId> NO_COMPUTATIONS =
      new DeclaredChange.Part<>(List.of(), List.of(), List.of());
  private static final DeclaredChange.Part<Source, SourceId> NO_SOURCES =
      new DeclaredChange.Part<>(List.of(), List.of(), List.of());

  private Database database;
  private SqlCatalogStore store;
  private CatalogStore catalog;

  /** The URL of this test's database, which is initially empty. */
  abstract DatabaseUrl url();

  @BeforeEach
  void open() {
    SecretSeal seal = Seals.SOME;
    database = Database.open(url(), Schema.CATALOG);
    store = new SqlCatalogStore(new CatalogAccess(database), seal);
    catalog = new SqlCatalogStore(new CatalogAccess(database), seal);
  }

  @AfterEach
  void close() {
    database.close();
  }

  private static Source source(long id, String name, String key) {
    return new Source(
        new SourceId(id),
        name,
        SourceType.WEB,
        true,
        null,
        List.of(new WriteKey(key, NOON, null)),
        NOON);
  }

  private static Destination destination(long id, SourceId source) {
    LinkedHashMap<SourceId, ActiveRanges> connections = new LinkedHashMap<>();
    connections.put(source, ActiveRanges.NONE.opened(LogEndOffsets.of(2)));
    return new Destination(
        new DestinationId(id),
        "d" + id,
        false,
        ActiveRanges.NONE.opened(LogEndOffsets.of(2)),
        connections,
        DestinationSettings.DEFAULT.withWebhooks(
            List.of(new Webhook("https://example.com/" + id, List.of()))),
        NOON);
  }

  private static Declarations declared(SourceId source, String name) {
    return new Declarations(
        Map.of(source, new DeclaredSource(name, true)),
        Map.of(new DestinationId(1), "d"),
        Map.of(Computations.audience(1, "vip").id(), "v", Computations.trait(1, "t").id(), "v"),
        Set.of("name", "redactedFields"));
  }

  private DeclaredChange apply(
      DeclaredChange.Part<Source, SourceId> sources,
      DeclaredChange.Part<Destination, DestinationId> destinations,
      Declarations declarations) {
    return store.apply(
        STAMP,
        state ->
            new DeclaredChange(
                sources, destinations, NO_COMPUTATIONS, null, declarations, LogEndOffsets.of(9)));
  }

  private void makeBoth() {
    Source one = source(1, "one", "wk_1");
    apply(
        new DeclaredChange.Part<>(List.of(one, source(2, "two", "wk_2")), List.of(), List.of()),
        new DeclaredChange.Part<>(List.of(destination(1, one.id())), List.of(), List.of()),
        declared(one.id(), "s"));
  }

  @Test
  void change_isAtomic() {
    makeBoth();
    CatalogStore.Snapshot snapshot = catalog.load();
    assertThat(snapshot.sources()).extracting(Source::name).containsExactly("one", "two");
    assertThat(snapshot.destinations()).containsExactly(destination(1, new SourceId(1)));
    assertThat(snapshot.declarations()).isEqualTo(declared(new SourceId(1), "s"));
    close();
    open();
    assertThat(catalog.load()).isEqualTo(snapshot);
    assertThat(
            new SqlAuditTrail(new CatalogAccess(database)).page(Long.MAX_VALUE, 10, null).items())
        .hasSize(3)
        .allMatch(entry -> entry.stamp().equals(STAMP));
  }

  @Test
  void plan_seesTheCatalog() {
    makeBoth();
    CatalogStore.Snapshot snapshot = catalog.load();
    store.apply(
        STAMP,
        state -> {
          assertThat(state.sources()).isEqualTo(snapshot.sources());
          assertThat(state.destinations()).isEqualTo(snapshot.destinations());
          assertThat(state.declarations()).isEqualTo(snapshot.declarations());
          assertThat(state.workspace()).isEqualTo(snapshot.workspace());
          return new DeclaredChange(
              NO_SOURCES,
              NO_DESTINATIONS,
              NO_COMPUTATIONS,
              null,
              state.declarations(),
              LogEndOffsets.of(9));
        });
    assertThat(catalog.version()).as("nothing was changed").isEqualTo(snapshot.version().number());
  }

  @Test
  void planThatThrows_changesNothing() {
    makeBoth();
    CatalogStore.Snapshot snapshot = catalog.load();
    assertThatThrownBy(
            () ->
                store.apply(
                    STAMP,
                    state -> {
                      throw new IllegalStateException("no");
                    }))
        .hasMessage("no");
    assertThat(catalog.load()).isEqualTo(snapshot);
  }

  @Test
  void changedDeclarations_raiseTheVersion() {
    makeBoth();
    long version = catalog.version();
    apply(NO_SOURCES, NO_DESTINATIONS, declared(new SourceId(2), "s"));
    assertThat(catalog.version()).isGreaterThan(version);
    assertThat(catalog.load().declarations().name(new SourceId(2))).isEqualTo("s");
    assertThat(catalog.load().declarations().name(new SourceId(1))).isNull();
  }

  @Test
  void workspace_isReplacedAndAudited() {
    Workspace wanted = Workspace.DEFAULT.withName("Acme").withRedactedFields(List.of("*.email"));
    store.apply(
        STAMP,
        state ->
            new DeclaredChange(
                NO_SOURCES,
                NO_DESTINATIONS,
                NO_COMPUTATIONS,
                wanted,
                Declarations.NONE,
                LogEndOffsets.of(9)));
    assertThat(catalog.load().workspace()).isEqualTo(wanted);
    assertThat(
            new SqlAuditTrail(new CatalogAccess(database)).page(Long.MAX_VALUE, 10, null).items())
        .singleElement()
        .satisfies(entry -> assertThat(entry.stamp()).isEqualTo(STAMP));
  }

  /** Declarations are read in the transaction of a change. */
  @Test
  void checks_seeCurrentDeclarations() {
    makeBoth();
    Consumer<Declarations> check =
        declared -> {
          assertThat(declared).isEqualTo(declared(new SourceId(1), "s"));
          throw new IllegalStateException("declared");
        };
    CatalogStore.Snapshot before = catalog.load();
    SourceStore sources = new SourceStore(new CatalogAccess(database)).checking(check);
    DestinationStore destinations =
        new DestinationStore(new CatalogAccess(database), Seals.SOME).checking(check);
    WorkspaceStore workspace = new WorkspaceStore(new CatalogAccess(database), Seals.SOME);
    List<ThrowingCallable> changes =
        List.of(
            () -> sources.by(STAMP).change(new SourceId(1), found -> source(1, "x", "wk_1")),
            () -> sources.delete(new SourceId(1), () -> LogEndOffsets.of(9)),
            () ->
                destinations
                    .by(STAMP)
                    .change(
                        new DestinationId(1), (found, known) -> destination(1, new SourceId(2))),
            () -> destinations.delete(new DestinationId(1)),
            () -> workspace.change(STAMP, check, found -> found.withName("x")));
    for (ThrowingCallable change : changes) {
      assertThatThrownBy(change).hasMessage("declared");
    }
    assertThat(catalog.load()).isEqualTo(before);
    assertThat(sources.change(new SourceId(9), found -> found)).as("not asked").isEmpty();
  }

  @Test
  void removedSource_isDisconnectedAndFreesItsKey() {
    makeBoth();
    apply(
        new DeclaredChange.Part<>(
            List.of(source(3, "three", "wk_2")),
            List.of(source(2, "two", "wk_1")),
            List.of(new SourceId(1))),
        NO_DESTINATIONS,
        Declarations.NONE);
    CatalogStore.Snapshot snapshot = catalog.load();
    assertThat(snapshot.sources())
        .extracting(source -> source.writeKey().value())
        .containsExactly("wk_1", "wk_2");
    assertThat(snapshot.destinations().getFirst().connection(new SourceId(1)))
        .isEqualTo(ActiveRanges.NONE.opened(LogEndOffsets.of(2)).closed(LogEndOffsets.of(9)));
    apply(
        NO_SOURCES,
        new DeclaredChange.Part<>(List.of(), List.of(), List.of(new DestinationId(1))),
        Declarations.NONE);
    assertThat(catalog.load().destinations()).isEmpty();
  }

  private DeclaredChange apply(DeclaredChange.Part<Computation, ComputationId> computations) {
    return store.apply(
        STAMP,
        state ->
            new DeclaredChange(
                NO_SOURCES,
                NO_DESTINATIONS,
                computations,
                null,
                state.declarations(),
                LogEndOffsets.of(9)));
  }

  @Test
  void computations_areCreatedChangedAndRemoved() {
    makeBoth();
    Audience vip = Computations.audience(1, "vip", new DestinationId(1));
    Computation trait = Computations.trait(2, "spent");
    apply(new DeclaredChange.Part<>(List.of(vip, trait), List.of(), List.of()));
    assertThat(catalog.load().computations()).containsExactly(vip, trait);
    Audience changed = vip.with(vip.settings().without(new DestinationId(1)), NOON.plusSeconds(1));
    Audience made = Computations.audience(3, "more");
    apply(new DeclaredChange.Part<>(List.of(made), List.of(changed), List.of(trait.id())));
    assertThat(catalog.load().computations()).containsExactly(changed, made);
    assertThat(
            new SqlAuditTrail(new CatalogAccess(database)).page(Long.MAX_VALUE, 10, null).items())
        .extracting(entry -> entry.event().action())
        .startsWith(
            "audience.created",
            "audience.changed",
            "computed-trait.deleted",
            "computed-trait.created",
            "audience.created");
    store.apply(
        STAMP,
        state -> {
          assertThat(state.computations()).containsExactly(changed, made);
          return new DeclaredChange(
              NO_SOURCES,
              NO_DESTINATIONS,
              NO_COMPUTATIONS,
              null,
              state.declarations(),
              LogEndOffsets.of(9));
        });
  }

  @Test
  void removedDestination_isDeletedBeforeComputationsChange() {
    makeBoth();
    Audience vip = Computations.audience(1, "vip", new DestinationId(1));
    apply(new DeclaredChange.Part<>(List.of(vip), List.of(), List.of()));
    Audience changed = vip.with(vip.settings().without(new DestinationId(1)), NOON.plusSeconds(1));
    store.apply(
        STAMP,
        state ->
            new DeclaredChange(
                NO_SOURCES,
                new DeclaredChange.Part<>(List.of(), List.of(), List.of(new DestinationId(1))),
                new DeclaredChange.Part<>(List.of(), List.of(changed), List.of()),
                null,
                Declarations.NONE,
                LogEndOffsets.of(9)));
    assertThat(catalog.load().computations()).containsExactly(changed);
  }
}
