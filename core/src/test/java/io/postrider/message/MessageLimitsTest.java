package io.postrider.message;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests every limit at and beyond its bound. */
class MessageLimitsTest {

  private final IngestHarness harness = new IngestHarness();

  private static String message(int length) {
    String start = "{\"type\":\"identify\",\"userId\":\"u\",\"messageId\":\"m\",\"x\":\"";
    return start + "x".repeat(length - start.length() - 2) + "\"}";
  }

  @Test
  void messageAsSent_isBounded() {
    String most = message(32_768);
    String tooLong = message(32_769);
    assertThat(harness.call(MessageType.IDENTIFY, " " + most + "\n").json()).isNotEmpty();
    IngestHarness.Result call = harness.call(MessageType.IDENTIFY, tooLong);
    assertThat(call.request()).isNotNull();
    assertThat(call.code()).isEqualTo(ErrorCode.MESSAGE_TOO_LARGE);
    IngestHarness.Result batch = harness.batch("{\"batch\":[ " + tooLong + " , " + most + " ]}");
    assertThat(batch.code()).isEqualTo(ErrorCode.MESSAGE_TOO_LARGE);
    assertThat(batch.messageIds()).containsExactly("m", "m");
    assertThat(batch.records().count()).isEqualTo(1);
  }

  @Test
  void whiteSpaceInAMessage_counts() {
    String message = message(32_760);
    String spaced = message.substring(0, 1) + " ".repeat(9) + message.substring(1);
    assertThat(harness.call(MessageType.IDENTIFY, spaced).code())
        .isEqualTo(ErrorCode.MESSAGE_TOO_LARGE);
    assertThat(harness.call(MessageType.IDENTIFY, spaced.replaceFirst(" ", "")).json())
        .isNotEmpty();
  }

  @Test
  void body_isBounded() {
    String body = "{\"batch\":[" + message(100) + "]}";
    String most = body + " ".repeat(512_000 - body.length());
    assertThat(harness.batch(most).json()).isNotEmpty();
    assertThat(harness.batch(most + " ").code()).isEqualTo(ErrorCode.BATCH_TOO_LARGE);
    assertThat(harness.call(MessageType.TRACK, most + " ").code())
        .isEqualTo(ErrorCode.BATCH_TOO_LARGE);
  }

  @Test
  void messagesOfABatch_areBounded() {
    String message = "{\"type\":\"identify\",\"userId\":\"u\"}";
    String most = "{\"batch\":[" + (message + ",").repeat(2_499) + message;
    assertThat(harness.batch(most + "]}").records().count()).isEqualTo(2_500);
    IngestHarness.Result tooMany = harness.batch(most + ",{and it does not even go on");
    assertThat(tooMany.request()).isNotNull();
    assertThat(tooMany.code()).isEqualTo(ErrorCode.BATCH_TOO_LARGE);
  }

  @Test
  void canonicalMessage_isBounded() {
    String start = "{\"batch\":[" + message(20_000) + "],\"context\":{\"y\":\"";
    String end = "\"}}";
    int added = harness.batch(start + end).json().length();
    String most = start + "y".repeat(65_536 - added) + end;
    assertThat(harness.batch(most).json()).hasSize(65_536);
    String tooLong = start + "y".repeat(65_537 - added) + end;
    IngestHarness.Result result = harness.batch(tooLong);
    assertThat(result.request()).isNull();
    assertThat(result.code()).isEqualTo(ErrorCode.MESSAGE_TOO_LARGE);
    assertThat(result.records().sizeBytes()).isZero();
  }

  @Test
  void rejection_namesTheBatchContextOnlyIfPresent() {
    String grows =
        "{\"type\":\"identify\",\"userId\":\"u\",\"x\":[" + "1e20,".repeat(6_000) + "1]}";
    String batch = "{\"batch\":[" + grows + "]";
    IngestHarness.Result merged = harness.batch(batch + ",\"context\":{\"y\":1}}");
    assertThat(merged.rejections()).containsExactly(Rejection.MERGED_MESSAGE_TOO_LARGE);
    for (IngestHarness.Result alone :
        List.of(harness.call(MessageType.IDENTIFY, grows), harness.batch(batch + "}"))) {
      assertThat(alone.rejections()).containsExactly(Rejection.CANONICAL_MESSAGE_TOO_LARGE);
      assertThat(Rejection.CANONICAL_MESSAGE_TOO_LARGE.message()).doesNotContain("batch");
    }
  }

  @Test
  void overridingALargeSharedValue_fits() {
    String batch = "{\"batch\":[%s],\"context\":{\"y\":\"" + "y".repeat(70_000) + "\",\"z\":1}}";
    String message = "{\"type\":\"identify\",\"userId\":\"u\"%s}";
    assertThat(harness.batch(batch.formatted(message.formatted(""))).code())
        .isEqualTo(ErrorCode.MESSAGE_TOO_LARGE);
    String own = message.formatted(",\"context\":{\"y\":0}");
    assertThat(harness.batch(batch.formatted(own)).json()).contains("{\"y\":0,\"z\":1}");
  }

  @Test
  void canonicalBatch_isBounded() {
    String context = "\"context\":{\"y\":\"" + "y".repeat(4_000) + "\"}";
    String message = "{\"type\":\"identify\",\"userId\":\"u\",\"messageId\":\"m\"}";
    int one = harness.batch("{" + context + ",\"batch\":[" + message + "]}").json().length();
    int most = 4_194_304 / one;
    String fits = "{" + context + ",\"batch\":[" + (message + ",").repeat(most - 1) + message;
    assertThat(harness.batch(fits + "]}").records().count()).isEqualTo(most);
    int rest = 4_194_304 - most * one;
    assertThat(rest).isLessThan(one);
    IngestHarness.Result tooLarge = harness.batch(fits + "," + message + "]}");
    assertThat(tooLarge.request()).isNotNull();
    assertThat(tooLarge.code()).isEqualTo(ErrorCode.BATCH_TOO_LARGE);
  }

  @Test
  void levels_areCountedFromTheBody() {
    String deep = "[".repeat(63) + "]".repeat(63);
    String call = "{\"userId\":\"u\",\"x\":%s}";
    assertThat(harness.call(MessageType.IDENTIFY, call.formatted(deep)).json()).contains(deep);
    assertThat(harness.call(MessageType.IDENTIFY, call.formatted("[" + deep + "]")).code())
        .isEqualTo(ErrorCode.INVALID_JSON);
    String inBatch = "[".repeat(61) + "]".repeat(61);
    String batch = "{\"batch\":[{\"type\":\"identify\",\"userId\":\"u\",\"x\":%s}]}";
    assertThat(harness.batch(batch.formatted(inBatch)).json()).contains(inBatch);
    assertThat(harness.batch(batch.formatted("[" + inBatch + "]")).code())
        .isEqualTo(ErrorCode.INVALID_JSON);
  }
}
