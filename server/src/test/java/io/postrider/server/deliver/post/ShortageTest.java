package io.postrider.server.deliver.post;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ShortageTest {

  @ParameterizedTest
  @CsvSource({
    // waiting, served, open, missing
    "0, 0, 0, 0",
    "20, 0, 0, 20",
    "20, 0, 5, 20",
    "20, 5, 0, 20",
    // five served in the span that is over: twenty more within four such spans
    "20, 5, 5, 0",
    "21, 5, 5, 1",
    "40, 5, 5, 5",
    "40, 10, 5, 0",
    "100, 1, 1, 24",
    // never more than wait
    "3, 1, 100, 0",
    "5, 1, 100, 5",
    "2000000000, 1, 2000000000, 2000000000",
  })
  void missing_isWhatWouldWaitForTooLong(int waiting, int served, int open, int missing) {
    assertThat(Shortage.of(waiting, served, open)).isEqualTo(missing);
  }
}
