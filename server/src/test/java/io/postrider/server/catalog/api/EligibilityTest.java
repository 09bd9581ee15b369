package io.postrider.server.catalog.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.id.DestinationId;
import io.postrider.id.SourceId;
import io.postrider.route.ActiveRanges;
import io.postrider.route.Destination;
import io.postrider.route.LogEndOffsets;
import io.postrider.server.catalog.DestinationChange;
import io.postrider.server.http.admin.ApiTests;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Changes of a destination apply from the end of the log on. */
final class EligibilityTest extends ApiTests {

  private static final String SETTINGS =
      "\"settings\":{\"webhooks\":[{\"url\":\"https://example.com/\"}]}";

  private SourceId shop;
  private SourceId app;

  @BeforeEach
  void createSources() throws Exception {
    shop = SourceId.parse(create("shop").text("id")).orElseThrow();
    app = SourceId.parse(create("app").text("id")).orElseThrow();
  }

  private DestinationId created(String rest) throws Exception {
    Reply created = post("/api/destinations", "{\"name\":\"n\",%s%s}".formatted(SETTINGS, rest));
    assertThat(created.status()).isEqualTo(201);
    return DestinationId.parse(created.text("id")).orElseThrow();
  }

  private Destination patched(DestinationId id, long end, String body) throws Exception {
    log.end = end;
    assertThat(request("PATCH", "/api/destinations/" + id, body).status()).isEqualTo(200);
    return inForce(id);
  }

  private Destination inForce(DestinationId id) {
    Destination inForce = catalog.current().destination(id).orElseThrow();
    assertThat(destinations.find(id)).contains(inForce);
    return inForce;
  }

  private static ActiveRanges spans(long... ends) {
    ActiveRanges spans = ActiveRanges.NONE;
    for (int i = 0; i < ends.length; i++) {
      spans =
          i % 2 == 0
              ? spans.opened(LogEndOffsets.of(ends[i]))
              : spans.closed(LogEndOffsets.of(ends[i]));
    }
    return spans;
  }

  @Test
  void newDestination_getsMessagesFromNowOn() throws Exception {
    log.end = 10;
    Destination made = inForce(created(",\"sources\":[\"%s\"]".formatted(shop)));
    assertThat(made.enabled()).isEqualTo(spans(10));
    assertThat(made.connection(shop)).isEqualTo(spans(10));
    assertThat(made.connection(app)).isEqualTo(ActiveRanges.NONE);
  }

  @Test
  void disabledDestination_getsNothingUntilItIsEnabled() throws Exception {
    log.end = 10;
    DestinationId id = created(",\"enabled\":false,\"sources\":[\"%s\"]".formatted(shop));
    assertThat(inForce(id).enabled()).isEqualTo(ActiveRanges.NONE);
    assertThat(patched(id, 12, "{\"enabled\":true}").enabled()).isEqualTo(spans(12));
    assertThat(patched(id, 15, "{\"enabled\":false}").enabled()).isEqualTo(spans(12, 15));
    assertThat(patched(id, 15, "{\"enabled\":true}").enabled()).isEqualTo(spans(12, 15, 15));
    assertThat(inForce(id).connection(shop)).isEqualTo(spans(10));
  }

  @Test
  void connection_startsAndEndsAtTheEndOfTheLog() throws Exception {
    log.end = 10;
    DestinationId id = created(",\"sources\":[\"%s\"]".formatted(shop));
    Destination both = patched(id, 20, "{\"sources\":[\"%s\",\"%s\"]}".formatted(app, shop));
    assertThat(both.sources()).containsExactly(app, shop);
    assertThat(both.connection(shop)).isEqualTo(spans(10));
    assertThat(both.connection(app)).isEqualTo(spans(20));
    Destination none = patched(id, 30, "{\"sources\":[]}");
    assertThat(none.sources()).isEmpty();
    assertThat(none.connection(shop)).isEqualTo(spans(10, 30));
    assertThat(none.connection(app)).isEqualTo(spans(20, 30));
    assertThat(patched(id, 40, "{\"sources\":[\"%s\"]}".formatted(shop)).connection(shop))
        .isEqualTo(spans(10, 30, 40));
  }

  @Test
  void pausingAndSettings_doNotChangeRanges() throws Exception {
    log.end = 10;
    DestinationId id = created(",\"sources\":[\"%s\"]".formatted(shop));
    Destination changed =
        patched(
            id,
            20,
            "{\"paused\":true,\"name\":\"other\",\"enabled\":true,\"sources\":[\"%s\"]}"
                .formatted(shop));
    assertThat(changed.paused()).isTrue();
    assertThat(changed.enabled()).isEqualTo(spans(10));
    assertThat(changed.connection(shop)).isEqualTo(spans(10));
  }

  @Test
  void deletedSource_isDisconnectedAndKeepsItsRanges() throws Exception {
    log.end = 10;
    DestinationId id = created(",\"sources\":[\"%s\",\"%s\"]".formatted(shop, app));
    log.end = 25;
    assertThat(request("DELETE", "/api/sources/" + shop, null).status()).isEqualTo(204);
    assertThat(inForce(id).sources()).containsExactly(app);
    assertThat(inForce(id).connection(shop)).isEqualTo(spans(10, 25));
  }

  @Test
  void rangesBeforeTheLog_areDroppedWithTheNextChange() throws Exception {
    log.end = 10;
    DestinationId id = created(",\"sources\":[\"%s\",\"%s\"]".formatted(shop, app));
    patched(id, 20, "{\"sources\":[\"%s\"],\"enabled\":false}".formatted(app));
    patched(id, 30, "{\"enabled\":true}");
    log.first = 19;
    assertThat(patched(id, 40, "{\"name\":\"b\"}").enabled()).isEqualTo(spans(10, 20, 30));
    log.first = 20;
    long version = catalogStore.version();
    patched(id, 40, "{\"name\":\"b\"}");
    assertThat(catalogStore.version()).isEqualTo(version);
    Destination trimmed = patched(id, 40, "{\"name\":\"c\"}");
    assertThat(trimmed.enabled()).isEqualTo(spans(30));
    assertThat(trimmed.connections().keySet()).containsExactly(app);
  }

  @Test
  void switching_isBounded() throws Exception {
    DestinationId id = created("");
    ActiveRanges many = ActiveRanges.NONE;
    for (int i = 0; i < DestinationChange.MAX_RANGES; i++) {
      many = many.opened(LogEndOffsets.of(2L * i)).closed(LogEndOffsets.of(2L * i + 1));
    }
    ActiveRanges spans = many;
    destinations.change(
        id,
        (found, known) ->
            new Destination(
                found.id(),
                found.name(),
                found.paused(),
                spans,
                found.connections(),
                found.settings(),
                found.createdAt()));
    assertThat(request("PATCH", "/api/destinations/" + id, "{\"enabled\":true}").status())
        .isEqualTo(409);
    log.first = 1;
    assertThat(patched(id, 5_000, "{\"enabled\":true}").isEnabled()).isTrue();
  }

  /**
   * The end of the log is read under the catalog's lock: a later change never sees an earlier end.
   */
  @Test
  void endOfTheLog_isReadWithinTheTransaction() throws Exception {
    DestinationId id = created("");
    long version = catalogStore.version();
    log.onRead = () -> assertThat(catalogStore.version()).isEqualTo(version);
    patched(id, 7, "{\"enabled\":false}");
    assertThat(inForce(id).enabled()).isEqualTo(spans(0, 7));
    assertThat(log.reads.get()).isPositive();
  }
}
