package io.postrider.message;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Random;
import org.junit.jupiter.api.Test;

class NormalizerPropertiesTest {

  private static final int BODIES = 3_000;

  @Test
  void corruptBodies_keepTheProperties() throws IOException {
    Random random = TestSeeds.random(getClass());
    IngestHarness harness = new IngestHarness().sourceType(SourceType.WEB);
    NormalizerProperties promises = new NormalizerProperties();
    int accepted = 0;
    for (int i = 0; i < BODIES; i++) {
      accepted += promises.check(harness, RandomBody.next(random));
    }
    assertThat(accepted).isGreaterThan(BODIES / 10);
  }
}
