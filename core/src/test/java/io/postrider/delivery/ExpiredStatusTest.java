package io.postrider.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** What the log no longer holds is not said to be cancelled, for that could be replayed. */
class ExpiredStatusTest {

  @Test
  void cancelling_leavesWhatExpired() {
    FailureIndex marks = FailureIndex.of(List.of());
    marks.expire(10, 20);
    marks.cancel(5, 30);
    assertThat(marks.at(9)).isEqualTo(new DeliveryStatus.Cancelled());
    assertThat(marks.at(10)).isEqualTo(new DeliveryStatus.Expired());
    assertThat(marks.at(19)).isEqualTo(new DeliveryStatus.Expired());
    assertThat(marks.at(20)).isEqualTo(new DeliveryStatus.Cancelled());
  }
}
