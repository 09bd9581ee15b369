package io.postrider.message;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SettlingPromisesTest {

  private static final int BODIES = 3_000;

  @Test
  void damagedBodies_keepThePromises() throws IOException {
    Random random = Seeds.random(getClass());
    Accepting accepting = new Accepting().sourceType(SourceType.WEB);
    SettlingPromises promises = new SettlingPromises();
    int accepted = 0;
    for (int i = 0; i < BODIES; i++) {
      accepted += promises.check(accepting, RandomBody.next(random));
    }
    assertThat(accepted).isGreaterThan(BODIES / 10);
  }
}
