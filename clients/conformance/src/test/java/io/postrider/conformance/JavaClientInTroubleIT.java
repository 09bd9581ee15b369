package io.postrider.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.postrider.client.Failure;
import io.postrider.client.Postrider;
import io.postrider.client.Track;
import io.postrider.client.WhenFull;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The Java client against the real service while that has troubles which pass. */
class JavaClientInTroubleIT {

  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final int CALLS = 30;

  private final Told told = new Told();
  private int calls;

  @Test
  void fullDisk_isWaitedOut(@TempDir Path folder) {
    try (Receiver receiver = new Receiver();
        Service service = Service.start(folder)) {
      service.deliverTo(receiver);
      everythingArrivesOnce(
          service,
          receiver,
          new Trouble(
              service::fillDisk, failure -> failure.status().orElse(0) == 503, service::freeDisk));
    }
  }

  @Test
  void slowAnswers_areWaitedOut(@TempDir Path folder) {
    try (Receiver receiver = new Receiver();
        Service service = Service.start(folder)) {
      service.deliverTo(receiver);
      everythingArrivesOnce(
          service,
          receiver,
          new Trouble(service::hang, failure -> failure.cause().isPresent(), service::goOn));
    }
  }

  @Test
  void rateLimit_isWaitedOut(@TempDir Path folder) {
    try (Receiver receiver = new Receiver();
        Service service = Service.start(folder)) {
      service.deliverTo(receiver);
      everythingArrivesOnce(
          service,
          receiver,
          new Trouble(
              () -> service.limitRate("10"),
              failure -> failure.status().orElse(0) == 429,
              () -> service.limitRate("null")));
    }
  }

  /** How a trouble begins, what the client sees of it, and how it ends. */
  private record Trouble(Runnable begin, Predicate<Failure> symptom, Runnable end) {}

  private void everythingArrivesOnce(Service service, Receiver receiver, Trouble trouble) {
    try (Postrider client =
        Postrider.builder(service.writeKey())
            .endpoint(service.url())
            .queueMessages(10_000)
            .whenFull(WhenFull.BLOCK)
            .requestTimeout(Duration.ofSeconds(1))
            .listener(told)
            .build()) {
      call(client, "before");
      assertThat(client.flush(PATIENCE)).isTrue();
      trouble.begin().run();
      call(client, "meanwhile");
      // a batch may have taken them all before the trouble could show
      await()
          .atMost(PATIENCE)
          .until(
              () -> {
                call(client, "more");
                return told.retried().stream().anyMatch(trouble.symptom());
              });
      trouble.end().run();
      call(client, "after");
      assertThat(client.flush(PATIENCE)).isTrue();
    }
    assertThat(told.failed()).isEmpty();
    assertThat(told.delivered()).hasSize(calls);
    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> assertThat(receiver.messages().keySet()).isEqualTo(told.delivered()));
    assertThat(receiver.messages()).allSatisfy((id, came) -> assertThat(came).hasSize(1));
    assertThat(receiver.forged()).isEmpty();
  }

  private void call(Postrider client, String part) {
    for (int i = 0; i < CALLS; i++) {
      client.track(new Track("E").userId("u").messageId(part + "-" + calls));
      calls++;
    }
  }
}
