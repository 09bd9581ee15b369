package io.postrider.message;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import org.junit.jupiter.api.Test;

/** Tests bodies designed to be expensive. Asserts counts, not time. */
class HostileInputTest {

  private final IngestHarness harness = new IngestHarness();

  private static String batch(String context, String items) {
    return "{\"context\":" + context + ",\"batch\":[" + items + "]}";
  }

  private static String messages(int count) {
    String message = "{\"type\":\"identify\",\"userId\":\"u\"}";
    return (message + ",").repeat(count - 1) + message;
  }

  @Test
  void deepNesting_isRefusedWithoutRecursion() {
    assertThat(harness.batch("[".repeat(500_000)).code()).isEqualTo(ErrorCode.INVALID_JSON);
    assertThat(harness.batch("{\"a\":".repeat(100_000)).code()).isEqualTo(ErrorCode.INVALID_JSON);
    assertThat(harness.batch("{\"batch\":[" + "[".repeat(500_000)).code())
        .isEqualTo(ErrorCode.INVALID_JSON);
  }

  @Test
  void halfAMillionDigits_areUnchanged() {
    String digits = "1234567890".repeat(48_000);
    IngestHarness.Result result = harness.batch(batch("{\"x\":" + digits + "}", messages(1)));
    assertThat(result.code()).isEqualTo(ErrorCode.MESSAGE_TOO_LARGE);
    String some = "9".repeat(32_000);
    assertThat(harness.call(MessageType.IDENTIFY, "{\"userId\":" + some + "}").json())
        .startsWith("{\"userId\":\"" + some + "\"");
    String zeros = "{\"userId\":\"u\",\"x\":0." + "0".repeat(32_000) + "1e32001}";
    assertThat(harness.call(MessageType.IDENTIFY, zeros).json()).contains("\"x\":1,");
  }

  @Test
  void hundredThousandRepeatedKeys_becomeOne() {
    String context = "{" + "\"\":0,".repeat(90_000) + "\"\":1}";
    IngestHarness.Result result = harness.batch(batch(context, messages(10)));
    assertThat(result.records().count()).isEqualTo(10);
    assertThat(result.json(9)).contains("\"context\":{\"\":1},");
  }

  @Test
  void hundredThousandSharedKeys_areRejectedWithoutCopying() {
    StringBuilder context = new StringBuilder("{");
    for (int i = 0; i < 30_000; i++) {
      context.append(String.format(Locale.ROOT, "\"k%05d\":0,", i));
    }
    context.append("\"k00007\":1}");
    IngestHarness.Result result = harness.batch(batch(context.toString(), messages(2_500)));
    assertThat(result.rejections()).hasSize(2_500).doesNotContainNull();
    assertThat(result.code()).isEqualTo(ErrorCode.MESSAGE_TOO_LARGE);
    assertThat(result.records().sizeBytes()).isZero();
    assertThat(result.records().bytes().length).isLessThan(200_000);
  }

  @Test
  void manyTinyFieldsInMessages_areAllKept() {
    StringBuilder message = new StringBuilder("{\"type\":\"identify\",\"userId\":\"u\"");
    for (int i = 0; i < 4_000; i++) {
      message.append(",\"").append(Integer.toString(i, 36)).append("\":0");
    }
    String items = (message + "},").repeat(12) + message + "}";
    IngestHarness.Result result = harness.batch("{\"batch\":[" + items + "]}");
    assertThat(result.records().count()).isEqualTo(13);
    assertThat(result.json(12).chars().filter(c -> c == ':').count()).isGreaterThan(4_000);
  }

  @Test
  void tinyElements_areScannedOnce() {
    String items = "0,".repeat(2_499) + "[" + "0,".repeat(250_000) + "0]";
    IngestHarness.Result result = harness.batch("{\"batch\":[" + items + "]}");
    assertThat(result.rejections()).hasSize(2_500);
    assertThat(result.code()).isEqualTo(ErrorCode.INVALID_JSON);
  }

  @Test
  void worstGrowthByCanonicalization_isBounded() {
    String numbers = "1e20,".repeat(6_500) + "1";
    IngestHarness.Result call =
        harness.call(MessageType.IDENTIFY, "{\"userId\":\"u\",\"x\":[" + numbers + "]}");
    assertThat(call.code()).isEqualTo(ErrorCode.MESSAGE_TOO_LARGE);
    assertThat(call.records().bytes().length).isLessThan(300_000);
    String context = "{\"x\":[" + "1e20,".repeat(90_000) + "1]}";
    IngestHarness.Result batch = harness.batch(batch(context, messages(1_000)));
    assertThat(batch.rejections()).hasSize(1_000).doesNotContainNull();
    assertThat(batch.records().bytes().length).isLessThan(200_000);
  }

  @Test
  void objectsOutOfOrderAtEveryLevel_areOrdered() {
    StringBuilder open = new StringBuilder();
    StringBuilder close = new StringBuilder();
    StringBuilder canonical = new StringBuilder();
    for (int i = 0; i < 60; i++) {
      open.append("{\"b\":0,\"1\":");
      close.append("}");
      canonical.append("{\"1\":");
    }
    String filling = "[" + "0,".repeat(15_000) + "0]";
    String message = "{\"userId\":\"u\",\"x\":" + open + filling + close + "}";
    assertThat(harness.call(MessageType.IDENTIFY, message).json())
        .contains(canonical + filling + ",\"b\":0}".repeat(60));
  }

  @Test
  void largeContextMergedIntoManyMessages_stopsAtTheBatchLimit() {
    String context = "{\"x\":\"" + "y".repeat(60_000) + "\"}";
    IngestHarness.Result result = harness.batch(batch(context, messages(2_500)));
    assertThat(result.code()).isEqualTo(ErrorCode.BATCH_TOO_LARGE);
    assertThat(result.records().sizeBytes())
        .isLessThan(MessageLimits.CANONICAL_BATCH_BYTES + 20_000);
    assertThat(result.records().bytes().length).isLessThan(3 * MessageLimits.CANONICAL_BATCH_BYTES);
  }

  @Test
  void manyOwnKeysUnderManySharedKeys_areMerged() {
    StringBuilder keys = new StringBuilder();
    for (int i = 0; i < 2_000; i++) {
      keys.append("\"").append(Integer.toString(i + 1296, 36)).append("\":0,");
    }
    String context = "{" + keys + "\"end\":1}";
    String own = "{\"type\":\"identify\",\"userId\":\"u\",\"context\":{" + keys + "\"x\":0}}";
    String items = (own + ",").repeat(20) + own;
    IngestHarness.Result result = harness.batch(batch(context, items));
    assertThat(result.records().count()).isEqualTo(21);
    assertThat(result.json(20)).contains("\"x\":0,\"end\":1}");
  }
}
