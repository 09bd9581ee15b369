package io.postrider.server.access.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.postrider.route.SharedSecret;
import io.postrider.route.Workspace;
import io.postrider.route.Workspace.Notifications;
import io.postrider.server.access.AuditStamp;
import io.postrider.server.access.AuditTrail;
import io.postrider.server.catalog.CatalogStore;
import io.postrider.server.catalog.WorkspaceStore;
import io.postrider.server.catalog.sql.SqlCatalogStore;
import io.postrider.server.catalog.sql.SqlWorkspaceStore;
import io.postrider.server.database.Database;
import io.postrider.server.database.DatabaseUrl;
import io.postrider.server.database.Schema;
import io.postrider.server.database.Seals;
import io.postrider.server.database.UnreadableSecretException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every store of the workspace's settings does, on whatever database. */
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
  private CatalogStore catalog;

  /** Where this test's empty database is; the same place when asked again. */
  abstract DatabaseUrl url();

  @BeforeEach
  void open() {
    database = Database.open(url(), Schema.CATALOG);
    store = new SqlWorkspaceStore(database, Seals.SOME);
    catalog = new SqlCatalogStore(database, Seals.SOME);
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
  void settings_areFoundAsTheyWereSet() {
    assertThat(store.change(now -> FULL)).isEqualTo(FULL);
    assertThat(store.read()).isEqualTo(FULL);
    assertThat(catalog.load().workspace()).isEqualTo(FULL);
    store.change(now -> now.withNotifications(Notifications.NONE).withRedactedFields(List.of()));
    assertThat(store.read().redactedFields()).isEmpty();
    assertThat(store.read().notifications()).isEqualTo(Notifications.NONE);
  }

  @Test
  void change_raisesTheVersionOnlyIfItIsOne() {
    long version = catalog.version();
    store.change(now -> now);
    assertThat(catalog.version()).isEqualTo(version);
    store.change(now -> now.withName("other"));
    assertThat(catalog.version()).isEqualTo(version + 1);
  }

  @Test
  void change_thatThrowsChangesNothing() {
    assertThatThrownBy(
            () ->
                store.change(
                    now -> {
                      throw new IllegalStateException("no");
                    }))
        .isInstanceOf(IllegalStateException.class);
    assertThat(store.read()).isEqualTo(Workspace.DEFAULT);
  }

  @Test
  void secret_opensWithItsKeyAlone() {
    store.change(now -> FULL);
    assertThatThrownBy(() -> new SqlWorkspaceStore(database, Seals.of(2)).read())
        .isInstanceOf(UnreadableSecretException.class)
        .hasMessageContaining("The shared secret of the workspace cannot be read")
        .hasMessageNotContaining("quiet");
  }

  @Test
  void change_isToldWithoutTheSecret() {
    WorkspaceStore stamped = store.by(new AuditStamp("root", "Admin token", NOON));
    stamped.change(now -> FULL);
    stamped.change(now -> now);
    stamped.change(
        now ->
            now.withNotifications(
                new Notifications(
                    now.notifications().url(),
                    SharedSecret.current("another"),
                    now.notifications().failingAfter())));
    List<AuditTrail.Entry> entries =
        new SqlAuditTrail(database).page(Long.MAX_VALUE, 10, "workspace").items();
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
