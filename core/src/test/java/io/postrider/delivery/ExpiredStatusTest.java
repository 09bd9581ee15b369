package io.postrider.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Expired messages stay expired when cancelled, because they cannot be replayed. */
class ExpiredStatusTest {

  @Test
  void cancelling_keepsExpiredStatus() {
    FailureIndex failures = FailureIndex.of(List.of());
    failures.expire(10, 20);
    failures.cancel(5, 30);
    assertThat(failures.at(9)).isEqualTo(new DeliveryStatus.Cancelled());
    assertThat(failures.at(10)).isEqualTo(new DeliveryStatus.Expired());
    assertThat(failures.at(19)).isEqualTo(new DeliveryStatus.Expired());
    assertThat(failures.at(20)).isEqualTo(new DeliveryStatus.Cancelled());
  }
}
