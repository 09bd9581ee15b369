package io.postrider.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

final class PrometheusTextTest {
  private static final String TEXT =
      """
      # HELP accepted_total Messages.
      # TYPE accepted_total counter
      accepted_total{source="a b}",type="track"} 1.5E3
      accepted_total{source="c"} 7.0 1700000000
      accepted_total_other 5
      plain_total 3
      """;

  @Test
  void sum_addsAllLabelSetsOfTheMetric() {
    assertThat(PrometheusText.sum(TEXT, "accepted_total")).isEqualTo(1507);
    assertThat(PrometheusText.sum(TEXT, "plain_total")).isEqualTo(3);
  }

  @Test
  void sum_throwsForAMissingMetric() {
    assertThatThrownBy(() -> PrometheusText.sum(TEXT, "accepted"))
        .isInstanceOf(IllegalStateException.class);
  }
}
