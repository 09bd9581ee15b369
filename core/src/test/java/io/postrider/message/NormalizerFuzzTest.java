package io.postrider.message;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;

/**
 * Looks for bodies that break {@link NormalizerProperties}. A normal run tries the files beside
 * this class; with JAZZER_FUZZ=1 in the environment it goes on searching, and keeps what it learns
 * in {@code .cifuzz-corpus}.
 */
class NormalizerFuzzTest {

  @FuzzTest(maxDuration = "60s")
  void batch(byte[] body) throws IOException {
    new NormalizerProperties().check(new IngestHarness().sourceType(SourceType.WEB), body);
  }
}
