package io.postrider.server.catalog.sql;

import static io.postrider.server.people.sql.Computations.NOON;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.audience.Computation;
import io.postrider.audience.ComputationSettings;
import io.postrider.id.DestinationId;
import io.postrider.id.SourceId;
import io.postrider.message.SourceType;
import io.postrider.route.ActiveRanges;
import io.postrider.route.Destination;
import io.postrider.route.DestinationSettings;
import io.postrider.route.EventRules;
import io.postrider.route.LogEndOffsets;
import io.postrider.route.NewEventPolicy;
import io.postrider.route.Source;
import io.postrider.route.Webhook;
import io.postrider.route.WriteKey;
import io.postrider.server.access.AuditStamp;
import io.postrider.server.access.Token;
import io.postrider.server.access.TokenHash;
import io.postrider.server.access.TokenId;
import io.postrider.server.access.sql.TokenStore;
import io.postrider.server.catalog.CatalogStore.Snapshot;
import io.postrider.server.catalog.workspace.DeclaredChange;
import io.postrider.server.database.CatalogAccess;
import io.postrider.server.database.CatalogPart;
import io.postrider.server.database.Database;
import io.postrider.server.database.DatabaseUrl;
import io.postrider.server.database.Schema;
import io.postrider.server.database.Seals;
import io.postrider.server.http.admin.AccessRole;
import io.postrider.server.people.sql.Computations;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A catalog that is kept by its changes equals one that is read whole, on every database. */
abstract class CatalogChangesContract {

  private static final AuditStamp STAMP = new AuditStamp("root", "Admin token", NOON);

  private Database database;
  private CatalogAccess access;
  private SourceStore sources;
  private DestinationStore destinations;
  private ComputationStore computations;
  private TokenStore tokens;
  private SqlCatalogStore catalog;
  private Snapshot known;

  private final long seed = Long.getLong("postrider.seed", System.nanoTime());
  private final Random random = new Random(seed);
  private final List<TokenId> tokenIds = new ArrayList<>();
  private int counter;

  /** The URL of this test's database, which is initially empty. */
  abstract DatabaseUrl url();

  @BeforeEach
  void open() {
    database = Database.open(url(), Schema.CATALOG);
    access = new CatalogAccess(database);
    sources = new SourceStore(access).by(STAMP);
    destinations = new DestinationStore(access, Seals.SOME).by(STAMP);
    computations = new ComputationStore(access).by(STAMP);
    tokens = new TokenStore(access).by(STAMP);
    catalog = new SqlCatalogStore(access, Seals.SOME);
    known = catalog.load();
  }

  @AfterEach
  void close() {
    database.close();
  }

  @Test
  void catalogKeptByItsChanges_equalsOneReadWhole() {
    System.out.println(getClass().getSimpleName() + " -Dpostrider.seed=" + seed);
    for (int i = 0; i < 150; i++) {
      for (int changes = random.nextInt(4); changes >= 0; changes--) {
        changeSomething();
      }
      known = catalog.loadAfter(known);
      assertThat(known).as("seed %d, step %d", seed, i).isEqualTo(catalog.load());
    }
  }

  @Test
  void unchangedCatalog_isTheKnownOne() {
    createSource();
    known = catalog.loadAfter(known);
    assertThat(catalog.loadAfter(known)).isSameAs(known);
  }

  @Test
  void unchangedResources_areThoseKnown() {
    createSource();
    createDestination();
    known = catalog.loadAfter(known);
    createDestination();
    Snapshot now = catalog.loadAfter(known);
    assertThat(now.destinations()).hasSize(2);
    assertThat(now.destinations().getFirst()).isSameAs(known.destinations().getFirst());
    assertThat(now.sources()).isSameAs(known.sources());
    assertThat(now.tokens()).isSameAs(known.tokens());
  }

  @Test
  void unchangedResourcesOfACatalogReadWhole_areThoseKnown() {
    createSource();
    createDestination();
    known = catalog.loadAfter(known);
    access.change(
        handle -> {
          CatalogAccess.raiseVersion(handle, CatalogPart.ALL);
          return handle.execute("update source set name = 'changed'");
        });
    createDestination();
    Snapshot now = catalog.loadAfter(known);
    assertThat(now.sources().getFirst().name()).isEqualTo("changed");
    assertThat(now.destinations()).hasSize(2);
    assertThat(now.destinations().getFirst()).isSameAs(known.destinations().getFirst());
  }

  @Test
  void changeOfAnEarlierProgram_isRead() {
    createSource();
    known = catalog.loadAfter(known);
    access.change(
        handle -> {
          handle.execute("update catalog set version = version + 1");
          return handle.execute("update source set name = 'changed'");
        });
    createSource();
    known = catalog.loadAfter(known);
    assertThat(known.sources().getFirst().name()).isEqualTo("changed");
  }

  @Test
  void catalogOfADatabaseThatWentBack_isReadWhole() {
    createSource();
    known = catalog.loadAfter(known);
    access.change(
        handle -> {
          handle.execute("delete from source");
          handle.execute("delete from catalog_change where version = 1");
          return handle.execute("update catalog set version = 0, mark = 0");
        });
    createSource();
    assertThat(catalog.loadAfter(known)).as("another version 1").isEqualTo(catalog.load());
    createSource();
    assertThat(catalog.loadAfter(known)).as("version 2").isEqualTo(catalog.load());
  }

  @Test
  void notesOfOldVersions_areDeleted() {
    createSource();
    known = catalog.loadAfter(known);
    access.change(
        handle -> {
          for (int i = 0; i < CatalogAccess.KEPT_VERSIONS; i++) {
            CatalogAccess.raiseVersion(handle, CatalogPart.TOKENS);
          }
          return handle.execute("update source set name = 'changed'");
        });
    long notes =
        access.read(handle -> CatalogAccess.count(handle, "select count(*) from catalog_change"));
    assertThat(notes).isEqualTo(CatalogAccess.KEPT_VERSIONS);
    assertThat(catalog.loadAfter(known)).isEqualTo(catalog.load());
  }

  private void changeSomething() {
    switch (random.nextInt(12)) {
      case 0 -> createSource();
      case 1 -> changeSource();
      case 2 -> source().ifPresent(id -> sources.delete(id, () -> LogEndOffsets.of(++counter)));
      case 3, 4 -> createDestination();
      case 5 -> changeDestination();
      case 6 -> destination().ifPresent(destinations::delete);
      case 7 -> createComputation();
      case 8 -> changeComputation();
      case 9 ->
          one(catalog.load().computations())
              .ifPresent(found -> computations.delete(found.id(), (one, state) -> {}));
      case 10 -> changeWorkspaceOrTokens();
      default -> applyFile();
    }
  }

  private <T> Optional<T> one(List<T> some) {
    return some.isEmpty() ? Optional.empty() : Optional.of(some.get(random.nextInt(some.size())));
  }

  private Optional<SourceId> source() {
    return one(catalog.load().sources()).map(Source::id);
  }

  private Optional<DestinationId> destination() {
    return one(catalog.load().destinations()).map(Destination::id);
  }

  private Source newSource() {
    return new Source(
        new SourceId(random.nextLong()),
        "s" + ++counter,
        SourceType.WEB,
        true,
        null,
        List.of(new WriteKey("wk_" + counter, NOON, null)),
        NOON);
  }

  private void createSource() {
    sources.create(newSource(), 1_000);
  }

  private void changeSource() {
    EventRules rules = new EventRules(NewEventPolicy.BLOCK, Set.of("e" + ++counter), Set.of());
    source().ifPresent(id -> sources.change(id, found -> found.withEvents(rules)));
  }

  private void createDestination() {
    LinkedHashMap<SourceId, ActiveRanges> connections = new LinkedHashMap<>();
    for (Source source : catalog.load().sources()) {
      if (random.nextBoolean()) {
        connections.put(source.id(), ActiveRanges.NONE.opened(LogEndOffsets.of(counter)));
      }
    }
    Destination created =
        new Destination(
            new DestinationId(random.nextLong()),
            "d" + ++counter,
            false,
            ActiveRanges.NONE.opened(LogEndOffsets.of(counter)),
            connections,
            DestinationSettings.DEFAULT.withWebhooks(
                List.of(new Webhook("https://example.com/" + counter, List.of()))),
            NOON);
    destinations.create(exists -> created, 1_000);
  }

  private void changeDestination() {
    LogEndOffsets end = LogEndOffsets.of(++counter);
    destination().ifPresent(id -> destinations.change(id, (found, exists) -> found.closed(end)));
  }

  private void createComputation() {
    DestinationId[] to =
        catalog.load().destinations().stream()
            .filter(one -> random.nextBoolean())
            .map(Destination::id)
            .toArray(DestinationId[]::new);
    String key = "c" + ++counter;
    Computation created =
        random.nextBoolean()
            ? Computations.audience(random.nextLong(), key, to)
            : Computations.trait(random.nextLong(), key, to);
    computations.create(state -> created);
  }

  private void changeComputation() {
    String name = "n" + ++counter;
    one(catalog.load().computations())
        .ifPresent(
            one ->
                computations.change(
                    one.id(),
                    (found, state) ->
                        found.with(
                            new ComputationSettings(
                                name, found.enabled(), found.destinations(), found.sync()),
                            NOON.plusSeconds(counter))));
  }

  private void changeWorkspaceOrTokens() {
    int kind = random.nextInt(3);
    if (kind == 0) {
      new WorkspaceStore(access, Seals.SOME)
          .change(STAMP, declared -> {}, found -> found.withName("w" + ++counter));
    } else if (kind == 1 || tokenIds.isEmpty()) {
      TokenId id = new TokenId(random.nextLong());
      TokenHash hash = TokenHash.of("prt_" + ++counter);
      tokens.create(new Token(id, "t", AccessRole.VIEWER, hash, NOON, null, null), 1_000);
      tokenIds.add(id);
    } else {
      tokens.revoke(tokenIds.removeLast());
    }
  }

  /** A workspace file that declares one more source, and does not declare a destination. */
  private void applyFile() {
    List<DestinationId> removed = destination().stream().toList();
    catalog.apply(
        STAMP,
        state ->
            new DeclaredChange(
                new DeclaredChange.Part<>(List.of(newSource()), List.of(), List.of()),
                new DeclaredChange.Part<>(List.of(), List.of(), removed),
                new DeclaredChange.Part<>(List.of(), List.of(), List.of()),
                null,
                state.declarations(),
                LogEndOffsets.of(++counter)));
  }
}
