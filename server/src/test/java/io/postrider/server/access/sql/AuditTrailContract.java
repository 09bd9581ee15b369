package io.postrider.server.access.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.TextNode;
import io.postrider.id.DestinationId;
import io.postrider.id.SourceId;
import io.postrider.message.SourceType;
import io.postrider.route.ActiveRanges;
import io.postrider.route.Destination;
import io.postrider.route.DestinationSettings;
import io.postrider.route.LogEndOffsets;
import io.postrider.route.SharedSecret;
import io.postrider.route.Source;
import io.postrider.route.Webhook;
import io.postrider.route.WriteKey;
import io.postrider.server.access.AuditEvent;
import io.postrider.server.access.AuditEvent.FieldChange;
import io.postrider.server.access.AuditStamp;
import io.postrider.server.access.AuditTrail;
import io.postrider.server.catalog.sql.DestinationStore;
import io.postrider.server.catalog.sql.SourceStore;
import io.postrider.server.database.CatalogAccess;
import io.postrider.server.database.Database;
import io.postrider.server.database.DatabaseUrl;
import io.postrider.server.database.Schema;
import io.postrider.server.database.Seals;
import io.postrider.server.database.Slice;
import io.postrider.server.http.admin.JsonNumber;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The contract of the audit trail on every database, and the entries that stores add. */
abstract class AuditTrailContract {

  private static final Instant NOON = Instant.parse("2026-03-01T12:00:00.123Z");
  private static final AuditStamp ADA = new AuditStamp("tok_1", "Ada's laptop", NOON);
  private static final Source SOURCE =
      new Source(
          new SourceId(1),
          "Web",
          SourceType.WEB,
          true,
          null,
          List.of(new WriteKey("wk_aaaa2222222222222222222222", NOON, null)),
          NOON);

  private Database database;
  private AuditTrail trail;
  private SourceStore sources;
  private DestinationStore destinations;

  /** The URL of this test's database, which is initially empty. */
  abstract DatabaseUrl url();

  @BeforeEach
  void open() {
    database = Database.open(url(), Schema.CATALOG);
    trail = new SqlAuditTrail(new CatalogAccess(database));
    sources = new SourceStore(new CatalogAccess(database));
    destinations = new DestinationStore(new CatalogAccess(database), Seals.SOME);
  }

  @AfterEach
  void close() {
    database.close();
  }

  private static AuditEvent event(String id, FieldChange... changes) {
    return new AuditEvent(
        "destination.changed",
        new AuditEvent.Subject("destination", id, "Name of " + id),
        List.of(changes));
  }

  private List<AuditTrail.Entry> all() {
    return trail.page(Long.MAX_VALUE, 1_000, null).items();
  }

  private List<String> described() {
    return all().stream()
        .map(entry -> entry.event().action() + " " + entry.event().changes())
        .toList();
  }

  @Test
  void entry_roundTrips() {
    AuditStamp odd = new AuditStamp("tok_2", "\0 \ud800 🚀", NOON.plusSeconds(1));
    AuditEvent event =
        new AuditEvent(
            "x.changed",
            new AuditEvent.Subject("x", "id", "a\0b\udfff"),
            List.of(
                new FieldChange("name", TextNode.valueOf("ü\0\ud800"), null),
                new FieldChange("rate", null, JsonNumber.of("5"))));
    trail.add(ADA, event("one"));
    trail.add(odd, event);
    assertThat(all())
        .containsExactly(
            new AuditTrail.Entry(2, odd, event), new AuditTrail.Entry(1, ADA, event("one")));
  }

  @Test
  void pages_containEveryEntryOnceDuringAdds() {
    for (int i = 1; i <= 7; i++) {
      trail.add(ADA, event("d" + i));
    }
    List<Long> met = new ArrayList<>();
    Long before = Long.MAX_VALUE;
    while (before != null) {
      Slice<AuditTrail.Entry> page = trail.page(before, 3, null);
      page.items().forEach(entry -> met.add(entry.number()));
      before = page.next();
      trail.add(ADA, event("later"));
    }
    assertThat(met).containsExactly(7L, 6L, 5L, 4L, 3L, 2L, 1L);
  }

  @Test
  void pages_canBeFilteredBySubject() {
    for (int i = 0; i < 3; i++) {
      trail.add(ADA, event("one"));
      trail.add(ADA, event("two"));
    }
    Slice<AuditTrail.Entry> first = trail.page(Long.MAX_VALUE, 2, "two");
    assertThat(first.items()).extracting(AuditTrail.Entry::number).containsExactly(6L, 4L);
    assertThat(first.next()).isEqualTo(4L);
    assertThat(trail.page(4, 2, "two").items())
        .extracting(AuditTrail.Entry::number)
        .containsExactly(2L);
    assertThat(trail.page(4, 2, "two").next()).isNull();
    assertThat(trail.page(Long.MAX_VALUE, 2, "a\0").items()).isEmpty();
  }

  @Test
  void expiredEntries_areDeletedByNewOnes() {
    trail.add(new AuditStamp("a", "a", NOON), event("old"));
    trail.add(new AuditStamp("a", "a", NOON.plusSeconds(1)), event("young"));
    trail.add(new AuditStamp("a", "a", NOON.plus(AuditTrail.RETENTION)), event("new"));
    assertThat(all()).hasSize(3);
    trail.add(
        new AuditStamp("a", "a", NOON.plus(AuditTrail.RETENTION).plusMillis(1)), event("newer"));
    assertThat(all()).extracting(AuditTrail.Entry::number).containsExactly(4L, 3L, 2L);
  }

  @Test
  void entries_areBoundedInNumber() {
    trail.add(ADA, event("first"));
    trail.add(ADA, event("second"));
    database.write(
        handle ->
            handle.execute("update catalog set audit_number = ?", AuditTrail.MAX_ENTRIES - 1));
    trail.add(ADA, event("third"));
    assertThat(all())
        .extracting(AuditTrail.Entry::number)
        .containsExactly((long) AuditTrail.MAX_ENTRIES, 2L, 1L);
    trail.add(ADA, event("fourth"));
    assertThat(all())
        .extracting(AuditTrail.Entry::number)
        .containsExactly(AuditTrail.MAX_ENTRIES + 1L, (long) AuditTrail.MAX_ENTRIES, 2L);
  }

  @Test
  void changesOfSources_areAuditedWithTheirAuthor() {
    SourceStore stamped = sources.by(ADA);
    stamped.create(SOURCE, 10);
    stamped.create(SOURCE, 10);
    stamped.change(SOURCE.id(), source -> source);
    stamped.change(
        SOURCE.id(),
        source -> source.withEvents(source.events().decided("Order Completed", false)));
    stamped.change(
        SOURCE.id(), source -> source.withEvents(source.events().blockingNew(Set.of("a", "b"))));
    stamped.change(SOURCE.id(), source -> source.withEvents(source.events().decided("New", true)));
    stamped.change(
        SOURCE.id(),
        source ->
            source.withWriteKeys(
                List.of(
                    new WriteKey("wk_bbbb3333333333333333333333", NOON, null),
                    new WriteKey(source.writeKey().value(), NOON, NOON.plusSeconds(60)))));
    stamped.delete(SOURCE.id(), () -> LogEndOffsets.of(0));
    stamped.delete(SOURCE.id(), () -> LogEndOffsets.of(0));
    assertThat(described())
        .containsExactly(
            "source.deleted [FieldChange[field=name, from=\"Web\", to=null],"
                + " FieldChange[field=type, from=\"web\", to=null],"
                + " FieldChange[field=enabled, from=true, to=null],"
                + " FieldChange[field=newEvents, from=\"block\", to=null],"
                + " FieldChange[field=writeKey, from=\"wk_bbbb…\", to=null],"
                + " FieldChange[field=previousWriteKeys, from=[\"wk_aaaa…\"], to=null]]",
            "source.changed [FieldChange[field=writeKey, from=\"wk_aaaa…\", to=\"wk_bbbb…\"],"
                + " FieldChange[field=previousWriteKeys, from=null, to=[\"wk_aaaa…\"]]]",
            "source.changed [FieldChange[field=schema.New, from=false, to=true]]",
            "source.changed [FieldChange[field=newEvents, from=\"allow\", to=\"block\"]]",
            "source.changed [FieldChange[field=schema.Order Completed, from=true, to=false]]",
            "source.created [FieldChange[field=name, from=null, to=\"Web\"],"
                + " FieldChange[field=type, from=null, to=\"web\"],"
                + " FieldChange[field=enabled, from=null, to=true],"
                + " FieldChange[field=newEvents, from=null, to=\"allow\"],"
                + " FieldChange[field=writeKey, from=null, to=\"wk_aaaa…\"]]");
    assertThat(all()).allMatch(entry -> entry.stamp().equals(ADA));
  }

  @Test
  void changeWithoutAStamp_isNotAudited() {
    sources.create(SOURCE, 10);
    assertThat(all()).isEmpty();
  }

  @Test
  void changesOfDestinations_areAuditedWithoutSecrets() {
    Destination plain =
        new Destination(
            new DestinationId(7),
            "Shop",
            false,
            ActiveRanges.NONE.opened(LogEndOffsets.of(0)),
            new LinkedHashMap<>(),
            DestinationSettings.DEFAULT
                .withWebhooks(
                    List.of(
                        new Webhook(
                            "https://a.example/",
                            List.of(new Webhook.Header("X-Key", "header-secret")))))
                .withSecrets(List.of(SharedSecret.current("first-secret"))),
            NOON);
    DestinationStore stamped = destinations.by(ADA);
    stamped.create(known -> plain, 10);
    stamped.change(
        plain.id(),
        (found, known) ->
            new Destination(
                found.id(),
                found.name(),
                true,
                found.enabled(),
                found.connections(),
                found
                    .settings()
                    .withSecrets(List.of(SharedSecret.current("second-secret")))
                    .withWebhooks(
                        List.of(
                            new Webhook(
                                "https://a.example/",
                                List.of(new Webhook.Header("X-Key", "other-secret"))))),
                found.createdAt()));
    stamped.delete(plain.id());
    stamped.delete(plain.id());
    assertThat(described()).hasSize(3);
    assertThat(described().toString()).doesNotContain("secret\"", "-secret");
    assertThat(described().get(1))
        .isEqualTo(
            "destination.changed [FieldChange[field=paused, from=false, to=true],"
                + " FieldChange[field=settings.webhooks[0].headers.X-Key, from=\"***\","
                + " to=\"***\"],"
                + " FieldChange[field=settings.sharedSecret, from=\"***\", to=\"***\"]]");
  }

  @Test
  void failedChange_isNotAudited() {
    sources.by(ADA).create(SOURCE, 10);
    assertThatThrownBy(
            () ->
                sources
                    .by(ADA)
                    .change(
                        SOURCE.id(),
                        source -> {
                          throw new IllegalStateException("no");
                        }))
        .isInstanceOf(IllegalStateException.class);
    assertThat(all()).hasSize(1);
  }
}
