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

/** The Java client against the real service during temporary faults. */
class JavaClientFaultsIT {

  private static final Duration TIMEOUT = Duration.ofMinutes(2);
  private static final int CALLS = 30;

  private final RecordingListener listener = new RecordingListener();
  private int calls;

  @Test
  void fullDisk_isRetried(@TempDir Path folder) {
    try (Receiver receiver = new Receiver();
        Service service = Service.start(folder)) {
      service.deliverTo(receiver);
      assertEverythingArrivesOnce(
          service,
          receiver,
          new Fault(
              service::fillDisk, failure -> failure.status().orElse(0) == 503, service::freeDisk));
    }
  }

  @Test
  void slowResponses_areRetried(@TempDir Path folder) {
    try (Receiver receiver = new Receiver();
        Service service = Service.start(folder)) {
      service.deliverTo(receiver);
      assertEverythingArrivesOnce(
          service,
          receiver,
          new Fault(service::hang, failure -> failure.cause().isPresent(), service::resume));
    }
  }

  @Test
  void rateLimit_isRetried(@TempDir Path folder) {
    try (Receiver receiver = new Receiver();
        Service service = Service.start(folder)) {
      service.deliverTo(receiver);
      assertEverythingArrivesOnce(
          service,
          receiver,
          new Fault(
              () -> service.limitRate("10"),
              failure -> failure.status().orElse(0) == 429,
              () -> service.limitRate("null")));
    }
  }

  /** A temporary fault: how it begins, the failure that the client sees, and how it ends. */
  private record Fault(Runnable begin, Predicate<Failure> symptom, Runnable end) {}

  private void assertEverythingArrivesOnce(Service service, Receiver receiver, Fault fault) {
    try (Postrider client =
        Postrider.builder(service.writeKey())
            .endpoint(service.url())
            .queueMessages(10_000)
            .whenFull(WhenFull.BLOCK)
            .requestTimeout(Duration.ofSeconds(1))
            .listener(listener)
            .build()) {
      call(client, "before");
      assertThat(client.flush(TIMEOUT)).isTrue();
      fault.begin().run();
      call(client, "meanwhile");
      // all of them may have been sent before the fault took effect
      await()
          .atMost(TIMEOUT)
          .until(
              () -> {
                call(client, "more");
                return listener.retried().stream().anyMatch(fault.symptom());
              });
      fault.end().run();
      call(client, "after");
      assertThat(client.flush(TIMEOUT)).isTrue();
    }
    assertThat(listener.failed()).isEmpty();
    assertThat(listener.delivered()).hasSize(calls);
    await()
        .atMost(TIMEOUT)
        .untilAsserted(
            () -> assertThat(receiver.messages().keySet()).isEqualTo(listener.delivered()));
    assertThat(receiver.messages()).allSatisfy((id, received) -> assertThat(received).hasSize(1));
    assertThat(receiver.unsigned()).isEmpty();
  }

  private void call(Postrider client, String part) {
    for (int i = 0; i < CALLS; i++) {
      client.track(new Track("E").userId("u").messageId(part + "-" + calls));
      calls++;
    }
  }
}
