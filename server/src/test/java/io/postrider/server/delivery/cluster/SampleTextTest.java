package io.postrider.server.delivery.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.delivery.FailureReason;
import io.postrider.delivery.Outcome;
import io.postrider.server.delivery.stats.AttemptSample;
import io.postrider.server.delivery.stats.BodySample;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Sampled attempts as text. */
final class SampleTextTest {

  private static final BodySample BODY =
      new BodySample(null, Map.of("Content-Type", "application/json"), "{\"ü\":1}", true);

  private static AttemptSample sample(Outcome outcome, @Nullable BodySample response) {
    return new AttemptSample(
        Instant.ofEpochMilli(77),
        3,
        1L << 40,
        -9,
        2,
        "http://r/",
        outcome,
        Duration.ofNanos(1_234_567),
        BODY,
        response);
  }

  @Test
  void samples_surviveAsText() {
    List<AttemptSample> samples =
        List.of(
            sample(new Outcome.Delivered(204), new BodySample(204, Map.of(), "", false)),
            sample(
                new Outcome.Refused(FailureReason.HTTP_STATUS, 404, "The receiver answered 404."),
                new BodySample(404, Map.of("A", "b"), "no", false)),
            sample(new Outcome.Unreachable(FailureReason.DNS, "No such host."), null));
    assertThat(SampleText.parse(SampleText.of(samples))).isEqualTo(samples);
  }

  @Test
  void temporaryFailure_keepsReasonAndDetail() {
    AttemptSample read =
        SampleText.parse(SampleText.of(List.of(sample(new Outcome.TimedOut("Too slow."), null))))
            .getFirst();
    assertThat(read.isDelivered()).isFalse();
    assertThat(read.outcome())
        .isInstanceOfSatisfying(
            Outcome.Failure.class,
            failure -> {
              assertThat(failure.reason()).isEqualTo(FailureReason.TIMEOUT);
              assertThat(failure.detail()).isEqualTo("Too slow.");
            });
  }
}
