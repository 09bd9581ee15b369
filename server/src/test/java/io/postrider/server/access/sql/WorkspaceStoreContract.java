package io.postrider.server.access.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.postrider.route.SharedSecret;
import io.postrider.route.Workspace;
import io.postrider.route.Workspace.Notifications;
import io.postrider.server.access.AuditStamp;
import io.postrider.server.access.AuditTrail;
import io.postrider.server.catalog.CatalogStore;
import io.postrider.server.catalog.sql.SqlCatalogStore;
import io.postrider.server.catalog.sql.WorkspaceStore;
import io.postrider.server.database.CatalogAccess;
import io.postrider.server.database.Database;
import io.postrider.server.database.DatabaseUrl;
import io.postrider.server.database.Schema;
import io.postrider.server.database.Seals;
import io.postrider.server.database.UnreadableSecretException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The contract of {@link WorkspaceStore} on every database. */
abstract class WorkspaceStoreContract {

  private static final Instant NOON = Instant.parse("2026-03-01T12:00:00.123Z");
  private static final Workspace FULL =
      new Workspace(
          "Grüße\0",
          true,
          List.of("traits.email", "*.phone", "a\ud800"),
          new Notifications(
              "https://ops.example/hook",
              SharedSecret.current("whsec_quiet"),
              Duration.ofMinutes(90)));

  private Database database;
  private WorkspaceStore store;

  private Workspace change(UnaryOperator<Workspace> change) {
    return store.change(new AuditStamp("root", "Admin token", NOON), declarations -> {}, change);
  }

  private CatalogStore catalog;

  /** The URL of this test's database, which is initially empty. */
  abstract DatabaseUrl url();

  @BeforeEach
  void open() {
    database = Database.open(url(), Schema.CATALOG);
    store = new WorkspaceStore(new CatalogAccess(database), Seals.SOME);
    catalog = new SqlCatalogStore(new CatalogAccess(database), Seals.SOME);
  }

  @AfterEach
  void close() {
    database.close();
  }

  @Test
  void newWorkspace_hasDefaults() {
    assertThat(store.read()).isEqualTo(Workspace.DEFAULT);
    assertThat(catalog.load().workspace()).isEqualTo(Workspace.DEFAULT);
  }

  @Test
  void settings_roundTrip() {
    assertThat(change(now -> FULL)).isEqualTo(FULL);
    assertThat(store.read()).isEqualTo(FULL);
    assertThat(catalog.load().workspace()).isEqualTo(FULL);
    change(now -> now.withNotifications(Notifications.NONE).withRedactedFields(List.of()));
    assertThat(store.read().redactedFields()).isEmpty();
    assertThat(store.read().notifications()).isEqualTo(Notifications.NONE);
  }

  @Test
  void change_raisesTheVersionOnlyIfAnythingDiffers() {
    long version = catalog.version();
    change(now -> now);
    assertThat(catalog.version()).isEqualTo(version);
    change(now -> now.withName("other"));
    assertThat(catalog.version()).isEqualTo(version + 1);
  }

  @Test
  void change_thatThrowsChangesNothing() {
    assertThatThrownBy(
            () ->
                change(
                    now -> {
                      throw new IllegalStateException("no");
                    }))
        .isInstanceOf(IllegalStateException.class);
    assertThat(store.read()).isEqualTo(Workspace.DEFAULT);
  }

  @Test
  void secret_isUnsealedOnlyWithItsKey() {
    change(now -> FULL);
    assertThatThrownBy(() -> new WorkspaceStore(new CatalogAccess(database), Seals.of(2)).read())
        .isInstanceOf(UnreadableSecretException.class)
        .hasMessageContaining("Cannot read the shared secret of the workspace")
        .hasMessageNotContaining("quiet");
  }

  @Test
  void change_isAuditedWithoutTheSecret() {
    change(now -> FULL);
    change(now -> now);
    change(
        now ->
            now.withNotifications(
                new Notifications(
                    now.notifications().url(),
                    SharedSecret.current("another"),
                    now.notifications().failingAfter())));
    List<AuditTrail.Entry> entries =
        new SqlAuditTrail(new CatalogAccess(database))
            .page(Long.MAX_VALUE, 10, "workspace")
            .items();
    assertThat(entries).hasSize(2);
    assertThat(entries.toString()).doesNotContain("quiet", "another");
    assertThat(entries.getFirst().event().changes())
        .singleElement()
        .hasToString("FieldChange[field=notifications.sharedSecret, from=\"***\", to=\"***\"]");
    assertThat(entries.getLast().event().changes())
        .extracting(change -> change.field() + "=" + change.to())
        .contains("filteredServerCallsCount=true", "notifications.failingAfter=\"90m\"");
  }
}
