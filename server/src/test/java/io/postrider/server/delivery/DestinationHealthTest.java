package io.postrider.server.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.postrider.delivery.DestinationState;
import io.postrider.delivery.UrlState;
import io.postrider.id.DestinationId;
import io.postrider.route.Destination;
import io.postrider.server.catalog.DestinationHealth;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is known of a destination survives a restart and a crash, and ends when it is mended. */
class DestinationHealthTest extends DeliveryTests {

  private static final DestinationId ID = new DestinationId(1);

  private TestReceiver receiver;
  private Destination destination;

  @BeforeEach
  void openReceiver() {
    receiver = closing(TestReceiver.open()).always(Behaviour.status(500));
    destination = destination(1, receiver.url("/path?token=s3cr3t"));
  }

  private DestinationStatus status() {
    return Objects.requireNonNull(service).inspector().status(ID).orElseThrow();
  }

  private DestinationStatus failing() {
    send(20);
    await().until(this::isHeldWithNothingInFlight); // a late failure would be another last one
    return status();
  }

  private boolean isHeldWithNothingInFlight() {
    DestinationStatus now = status();
    return now.held() && now.urls().stream().allMatch(url -> url.inFlight() == 0);
  }

  private void awaitSaved() {
    await()
        .until(
            () ->
                Objects.requireNonNull(service)
                    .inspector()
                    .ask(ID, worker -> worker.health().change() == null)
                    .orElseThrow());
  }

  private void expect(DestinationStatus before) {
    DestinationStatus after = status();
    assertThat(after.state()).isEqualTo(DestinationState.FAILING);
    assertThat(after.held()).isTrue();
    assertThat(after.failingSince()).isEqualTo(before.failingSince());
    DestinationHealth.Failure error = Objects.requireNonNull(after.lastError());
    assertThat(error.reason()).isEqualTo("http_status");
    assertThat(error.status()).isEqualTo(500);
    assertThat(error.url()).doesNotContain("s3cr3t");
    UrlState url = after.urls().getFirst();
    assertThat(url.breakerOpen()).isTrue();
  }

  @Test
  void failing_survivesARestart() {
    settings.put("delivery.retry-first-delay", "10m");
    start(destination);
    DestinationStatus before = failing();
    stop();
    start(destination);
    expect(before);
    assertThat(status().lastError()).isEqualTo(before.lastError());
    assertThat(status().urls().getFirst().nextProbe())
        .isEqualTo(before.urls().getFirst().nextProbe());
  }

  @Test
  void failing_survivesACrash() {
    settings.put("delivery.retry-first-delay", "10m");
    start(destination);
    DestinationStatus before = failing();
    awaitSaved();
    start(destination); // the first one can save nothing from now on
    expect(before);
  }

  @Test
  void delivered_survivesARestart() {
    receiver.always(Behaviour.status(200));
    start(destination);
    send(1);
    await().until(() -> status().deliveredAt() != null);
    stop();
    start(destination);
    assertThat(status().deliveredAt()).isNotNull();
    assertThat(status().state()).isEqualTo(DestinationState.HEALTHY);
    assertThat(status().lastError()).isNull();
  }

  /** Fails for long; then the receiver is mended, and nothing would be tried for ten minutes. */
  private void mended() {
    settings.put("delivery.retry-first-delay", "10m");
    start(destination);
    failing();
    receiver.always(Behaviour.status(200));
    assertThat(status().held()).isTrue();
  }

  private void awaitDrained() {
    await().until(() -> status().waiting() == 0);
    assertThat(status().state()).isEqualTo(DestinationState.HEALTHY);
    assertThat(status().failed()).isZero();
  }

  @Test
  void tryNow_drainsTheBacklogOfAMendedReceiver() {
    mended();
    Objects.requireNonNull(service).breakers().tryNow(ID);
    assertThat(status().urls().getFirst().breakerOpen()).isFalse();
    awaitDrained();
  }

  @Test
  void successfulTest_drainsTheBacklog() {
    mended();
    Objects.requireNonNull(service).breakers().tested(ID, receiver.url("/path?token=s3cr3t"));
    awaitDrained();
  }

  @Test
  void changedSetting_drainsTheBacklog() {
    mended();
    Objects.requireNonNull(service)
        .apply(
            catalog(
                new Destination(
                    destination.id(),
                    destination.name(),
                    false,
                    destination.enabled(),
                    destination.connections(),
                    destination.settings().withMaxConcurrency(5),
                    destination.createdAt())));
    awaitDrained();
  }

  @Test
  void resuming_drainsTheBacklog() {
    mended();
    DeliveryService running = Objects.requireNonNull(service);
    running.apply(
        catalog(destination(1, destination.enabled(), true, receiver.url("/path?token=s3cr3t"))));
    assertThat(status().state()).isEqualTo(DestinationState.PAUSED);
    running.apply(catalog(destination));
    awaitDrained();
  }

  @Test
  void changedName_isNoReasonToTry() {
    mended();
    Objects.requireNonNull(service)
        .apply(
            catalog(
                new Destination(
                    destination.id(),
                    "another name",
                    false,
                    destination.enabled(),
                    destination.connections(),
                    destination.settings(),
                    destination.createdAt())));
    assertThat(status().held()).isTrue();
  }

  @Test
  void unreadableHealth_startsAsUnknown() {
    start(destination);
    failing();
    stop();
    damageHealth();
    start(destination);
    receiver.always(Behaviour.status(200));
    await().until(() -> status().waiting() == 0);
    assertThat(status().state()).isEqualTo(DestinationState.HEALTHY);
  }
}
