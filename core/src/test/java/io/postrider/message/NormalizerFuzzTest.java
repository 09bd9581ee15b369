package io.postrider.message;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;

/**
 * Fuzzes {@link NormalizerProperties}. A normal run uses the stored inputs; with JAZZER_FUZZ=1 it
 * searches and stores new ones in {@code .cifuzz-corpus}.
 */
class NormalizerFuzzTest {

  @FuzzTest(maxDuration = "60s")
  void batch(byte[] body) throws IOException {
    new NormalizerProperties().check(new IngestHarness().sourceType(SourceType.WEB), body);
  }
}
