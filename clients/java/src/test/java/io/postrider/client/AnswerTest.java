package io.postrider.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.client.Failure.Reason;
import java.net.URI;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AnswerTest {

  private static final URI ENDPOINT = URI.create("http://h/v1/batch");

  /** The answer to a batch of four. */
  private static Answer answer(int status, String body) {
    return Answer.of(ENDPOINT, 4, status, Duration.ZERO, body);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"success\":true}",
        " {\"success\" : true, \"more\": 7}\n",
        "{\"success\":true,\"rejected\":null}",
        "{\"success\":true,\"rejected\":[]}"
      })
  void twoHundredOfTheService_isSuccess(String body) {
    assertThat(answer(200, body).failure()).isNull();
    assertThat(answer(200, body).rejected()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "OK", "<html>", "[]", "{}", "{\"success\":null}", "{\"success\":\"true\"}"})
  void twoHundredOfSomethingElse_isNone(String body) {
    Answer answer = answer(200, body);
    assertThat(answer.mayRetry()).isFalse();
    assertThat(answer.failure())
        .hasToString(
            "REFUSED 200: http://h/v1/batch answered 200, but not as the service does: "
                + "\"success\":true is missing.");
  }

  @Test
  void twoHundredThatSaysOtherwise_isNone() {
    Failure failure = answer(200, "{\"success\":false,\"message\":\"No.\"}").failure();
    assertThat(failure)
        .hasToString(
            "REFUSED 200: http://h/v1/batch answered 200, but not as the service does: "
                + "\"success\" is false: No.");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "7",
        "{}",
        "[7]",
        "[null]",
        "[{}]",
        "[{\"index\":-1}]",
        "[{\"index\":4}]",
        "[{\"index\":0.5}]",
        "[{\"index\":\"0\"}]",
        "[{\"index\":0},{\"index\":99}]"
      })
  void rejectionsThatMakeNoSense_areNoSuccess(String rejected) {
    Answer answer = answer(200, "{\"success\":true,\"rejected\":" + rejected + "}");
    assertThat(answer.mayRetry()).isFalse();
    assertThat(answer.rejected()).isEmpty();
    assertThat(answer.failure())
        .hasToString(
            "REFUSED 200: http://h/v1/batch answered 200, but not as the service does: "
                + "its list of rejected messages makes no sense.");
  }

  @ParameterizedTest
  @ValueSource(ints = {201, 202, 204, 299})
  void otherSuccess_isNone(int status) {
    Answer answer = answer(status, "{\"success\":true}");
    assertThat(answer.mayRetry()).isFalse();
    assertThat(answer.failure()).extracting(Failure::reason).isEqualTo(Reason.REFUSED);
  }

  @ParameterizedTest
  @ValueSource(ints = {408, 425, 429, 500, 502, 503, 504, 599})
  void whatMayPass_isTriedAgain(int status) {
    Answer answer = answer(status, "<html>");
    assertThat(answer.mayRetry()).isTrue();
    assertThat(answer.failure())
        .hasToString("UNAVAILABLE " + status + ": The service answered " + status + ".");
  }

  @ParameterizedTest
  @ValueSource(ints = {301, 302, 307, 400, 401, 403, 404, 407, 409, 413, 424, 426, 499})
  void whatStays_isNot(int status) {
    Answer answer = answer(status, "");
    assertThat(answer.mayRetry()).isFalse();
    assertThat(answer.failure()).extracting(Failure::reason).isEqualTo(Reason.REFUSED);
  }

  @Test
  void failure_hasTheServicesWords() {
    Answer answer =
        answer(401, "{\"success\":false,\"code\":\"invalid_write_key\",\"message\":\"Unknown.\"}");
    Failure failure = Objects.requireNonNull(answer.failure());
    assertThat(failure.status()).hasValue(401);
    assertThat(failure.code()).hasValue("invalid_write_key");
    assertThat(failure.message()).isEqualTo("The service answered 401: Unknown.");
    assertThat(failure.cause()).isEmpty();
  }

  @Test
  void rejections_areKnownByTheirPlace() {
    Answer answer =
        answer(
            200,
            "{\"success\":true,\"rejected\":[{\"index\":3,\"messageId\":\"m\",\"code\":\"c\","
                + "\"message\":\"Why.\"},{\"index\":0}]}");
    assertThat(answer.failure()).isNull();
    assertThat(answer.rejected().keySet()).containsExactly(3, 0);
    assertThat(answer.rejected().get(3)).hasToString("REJECTED c: Why.");
    assertThat(answer.rejected().get(0))
        .hasToString("REJECTED: The service did not accept the message.");
  }

  @Test
  void noAnswer_isTriedAgain() {
    Answer answer = Answer.none(new java.net.ConnectException());
    assertThat(answer.mayRetry()).isTrue();
    assertThat(answer.failure())
        .hasToString("UNAVAILABLE: The service cannot be reached: ConnectException");
  }
}
