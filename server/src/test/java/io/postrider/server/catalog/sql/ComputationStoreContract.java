package io.postrider.server.catalog.sql;

import static io.postrider.server.people.sql.Computations.NOON;
import static io.postrider.server.people.sql.Computations.audience;
import static io.postrider.server.people.sql.Computations.trait;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.postrider.audience.Audience;
import io.postrider.audience.AudienceCondition;
import io.postrider.audience.Computation;
import io.postrider.audience.ComputationId;
import io.postrider.audience.ComputationKind;
import io.postrider.audience.ComputationSettings;
import io.postrider.audience.SyncSchedule;
import io.postrider.id.DestinationId;
import io.postrider.route.ActiveRanges;
import io.postrider.route.Destination;
import io.postrider.route.DestinationSettings;
import io.postrider.route.Webhook;
import io.postrider.server.access.AuditStamp;
import io.postrider.server.access.AuditTrail;
import io.postrider.server.access.sql.SqlAuditTrail;
import io.postrider.server.catalog.CatalogStore;
import io.postrider.server.catalog.Declarations;
import io.postrider.server.catalog.definition.ComputationRules;
import io.postrider.server.database.CatalogAccess;
import io.postrider.server.database.Database;
import io.postrider.server.database.DatabaseUrl;
import io.postrider.server.database.Schema;
import io.postrider.server.database.Seals;
import io.postrider.server.database.Slice;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The contract of {@link ComputationStore} on every database. */
abstract class ComputationStoreContract {

  private static final Instant LATER = NOON.plusSeconds(60);
  private static final AuditStamp STAMP = new AuditStamp("root", "Admin token", LATER);

  private Database database;
  private ComputationStore store;
  private DestinationStore destinations;
  private CatalogStore catalog;
  private AuditTrail trail;

  /** The URL of this test's database, which is initially empty. */
  abstract DatabaseUrl url();

  @BeforeEach
  void open() {
    database = Database.open(url(), Schema.CATALOG);
    store = new ComputationStore(new CatalogAccess(database)).by(STAMP);
    destinations = new DestinationStore(new CatalogAccess(database), Seals.SOME);
    catalog = new SqlCatalogStore(new CatalogAccess(database), Seals.SOME);
    trail = new SqlAuditTrail(new CatalogAccess(database));
  }

  @AfterEach
  void close() {
    database.close();
  }

  private DestinationId destination(long id) {
    Destination made =
        new Destination(
            new DestinationId(id),
            "d" + id,
            false,
            ActiveRanges.NONE,
            new LinkedHashMap<>(),
            DestinationSettings.DEFAULT.withWebhooks(
                List.of(new Webhook("https://example.com/" + id, List.of()))),
            NOON);
    assertThat(destinations.create(sources -> made, 10)).isPresent();
    return made.id();
  }

  private <C extends Computation> C make(C computation) {
    assertThat(store.create(state -> computation)).isEqualTo(computation);
    return computation;
  }

  private List<String> actions() {
    return trail.page(Long.MAX_VALUE, 100, null).items().stream()
        .map(entry -> entry.event().action())
        .toList();
  }

  @Test
  void everything_isStoredExactly() {
    DestinationId one = destination(1);
    DestinationId two = destination(-2);
    Computation vip = make(audience(-7, "größte_kunden", two, one));
    Computation spent = make(trait(7, "spent", one));
    close();
    open();
    assertThat(store.find(vip.id())).contains(vip);
    assertThat(store.find(spent.id())).contains(spent);
    assertThat(catalog.load().computations()).containsExactly(vip, spent);
    assertThat(store.find(new ComputationId(ComputationKind.TRAIT, -7)))
        .as("of the other kind")
        .isEmpty();
  }

  @Test
  void change_replacesAllButTheKey() {
    DestinationId one = destination(1);
    Audience vip = make(audience(1, "vip", one));
    long version = catalog.version();
    Audience changed =
        vip.with(
            new ComputationSettings(
                "\u0000", false, List.of(), new SyncSchedule(Duration.ofDays(30))),
            new AudienceCondition.InAudience("x"),
            LATER);
    assertThat(store.change(vip.id(), (found, state) -> changed)).contains(changed);
    assertThat(store.find(vip.id())).contains(changed);
    assertThat(changed.version()).isEqualTo(2);
    assertThat(catalog.version()).isGreaterThan(version);
    assertThat(store.change(new ComputationId(ComputationKind.AUDIENCE, 9), (f, s) -> f)).isEmpty();
  }

  @Test
  void noChange_isNotAudited() {
    Audience vip = make(audience(1, "vip"));
    long version = catalog.version();
    store.change(vip.id(), (found, state) -> found.with(found.settings(), LATER));
    assertThat(catalog.version()).isEqualTo(version);
    assertThat(actions()).containsExactly("audience.created");
  }

  @Test
  void changes_seeTheWholeState() {
    DestinationId one = destination(1);
    Computation vip = make(audience(1, "vip"));
    Computation spent = make(trait(2, "spent"));
    ComputationRules.State expected =
        new ComputationRules.State(List.of(vip, spent), Set.of(one), Declarations.NONE);
    store.create(
        state -> {
          assertThat(state).isEqualTo(expected);
          return audience(3, "more");
        });
    store.change(
        vip.id(),
        (found, state) -> {
          assertThat(state.computations()).contains(vip, spent).hasSize(3);
          return found;
        });
    store.delete(
        vip.id(),
        (found, state) -> {
          assertThat(found).isEqualTo(vip);
          assertThat(state.computations()).hasSize(3);
        });
  }

  @Test
  void changeThatThrows_changesNothing() {
    Audience vip = make(audience(1, "vip"));
    CatalogStore.Snapshot before = catalog.load();
    IllegalStateException no = new IllegalStateException("no");
    assertThatThrownBy(
            () ->
                store.create(
                    state -> {
                      throw no;
                    }))
        .isSameAs(no);
    assertThatThrownBy(
            () ->
                store.change(
                    vip.id(),
                    (found, state) -> {
                      throw no;
                    }))
        .isSameAs(no);
    assertThatThrownBy(
            () ->
                store.delete(
                    vip.id(),
                    (found, state) -> {
                      throw no;
                    }))
        .isSameAs(no);
    assertThat(catalog.load()).isEqualTo(before);
    assertThat(actions()).containsExactly("audience.created");
  }

  @Test
  void key_isUnique() {
    make(audience(1, "vip"));
    assertThatThrownBy(() -> store.create(state -> trait(2, "vip")))
        .isInstanceOf(RuntimeException.class);
    assertThat(catalog.load().computations()).hasSize(1);
  }

  @Test
  void deleted_isNotFound() {
    Audience vip = make(audience(1, "vip", destination(1)));
    assertThat(store.delete(vip.id(), (found, state) -> {})).isTrue();
    assertThat(store.find(vip.id())).isEmpty();
    assertThat(store.delete(vip.id(), (found, state) -> {})).isFalse();
    assertThat(actions()).containsExactly("audience.deleted", "audience.created");
    make(audience(2, "vip"));
  }

  @Test
  void pages_listOneKind() {
    for (int i = 1; i <= 5; i++) {
      make(audience(i, "a" + i));
      make(trait(10 + i, "t" + i));
    }
    Slice<Computation> first = store.page(ComputationKind.AUDIENCE, 0, 2);
    assertThat(first.items()).extracting(Computation::key).containsExactly("a1", "a2");
    Slice<Computation> second =
        store.page(ComputationKind.AUDIENCE, java.util.Objects.requireNonNull(first.next()), 3);
    assertThat(second.items()).extracting(Computation::key).containsExactly("a3", "a4", "a5");
    assertThat(second.next()).isNull();
    assertThat(store.page(ComputationKind.TRAIT, 0, 5).next()).isNull();
  }

  @Test
  void deletedDestination_isRemovedFromEveryComputation() {
    DestinationId one = destination(1);
    DestinationId two = destination(2);
    Audience vip = make(audience(1, "vip", one, two));
    Computation spent = make(trait(2, "spent", one));
    Computation other = make(audience(3, "other", two));
    assertThat(destinations.by(STAMP).delete(one)).isTrue();
    assertThat(catalog.load().computations())
        .containsExactly(
            vip.with(vip.settings().without(one), LATER),
            spent.with(spent.settings().without(one), LATER),
            other);
    assertThat(actions())
        .startsWith("destination.deleted", "computed-trait.changed", "audience.changed");
    assertThat(destinations.delete(two)).as("without a stamp").isTrue();
    assertThat(store.find(other.id()).orElseThrow().destinations()).isEmpty();
  }
}
