package io.postrider.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.client.Failure.Reason;
import java.net.URI;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SendResultTest {

  private static final URI ENDPOINT = URI.create("http://h/v1/batch");

  /** The result of a batch of four. */
  private static SendResult result(int status, String body) {
    return SendResult.of(ENDPOINT, 4, status, Duration.ZERO, body);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"success\":true}",
        " {\"success\" : true, \"more\": 7}\n",
        "{\"success\":true,\"rejected\":null}",
        "{\"success\":true,\"rejected\":[]}"
      })
  void okFromTheService_isSuccess(String body) {
    assertThat(result(200, body).failure()).isNull();
    assertThat(result(200, body).rejected()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "OK", "<html>", "[]", "{}", "{\"success\":null}", "{\"success\":\"true\"}"})
  void okFromSomethingElse_isAFailure(String body) {
    SendResult result = result(200, body);
    assertThat(result.mayRetry()).isFalse();
    assertThat(result.failure())
        .hasToString(
            "REFUSED 200: http://h/v1/batch answered 200, but it is not the service: "
                + "\"success\":true is missing.");
  }

  @Test
  void okWithSuccessFalse_isAFailure() {
    Failure failure = result(200, "{\"success\":false,\"message\":\"No.\"}").failure();
    assertThat(failure)
        .hasToString(
            "REFUSED 200: http://h/v1/batch answered 200, but it is not the service: "
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
  void invalidRejections_areAFailure(String rejected) {
    SendResult result = result(200, "{\"success\":true,\"rejected\":" + rejected + "}");
    assertThat(result.mayRetry()).isFalse();
    assertThat(result.rejected()).isEmpty();
    assertThat(result.failure())
        .hasToString(
            "REFUSED 200: http://h/v1/batch answered 200, but it is not the service: "
                + "the list of rejected messages is invalid.");
  }

  @ParameterizedTest
  @ValueSource(ints = {201, 202, 204, 299})
  void otherSuccessStatus_isAFailure(int status) {
    SendResult result = result(status, "{\"success\":true}");
    assertThat(result.mayRetry()).isFalse();
    assertThat(result.failure()).extracting(Failure::reason).isEqualTo(Reason.REFUSED);
  }

  @ParameterizedTest
  @ValueSource(ints = {408, 425, 429, 500, 502, 503, 504, 599})
  void temporaryFailure_isRetried(int status) {
    SendResult result = result(status, "<html>");
    assertThat(result.mayRetry()).isTrue();
    assertThat(result.failure())
        .hasToString("UNAVAILABLE " + status + ": The service answered " + status + ".");
  }

  @ParameterizedTest
  @ValueSource(ints = {301, 302, 307, 400, 401, 403, 404, 407, 409, 413, 424, 426, 499})
  void permanentFailure_isNotRetried(int status) {
    SendResult result = result(status, "");
    assertThat(result.mayRetry()).isFalse();
    assertThat(result.failure()).extracting(Failure::reason).isEqualTo(Reason.REFUSED);
  }

  @Test
  void failure_containsTheServicesMessage() {
    SendResult result =
        result(401, "{\"success\":false,\"code\":\"invalid_write_key\",\"message\":\"Unknown.\"}");
    Failure failure = Objects.requireNonNull(result.failure());
    assertThat(failure.status()).hasValue(401);
    assertThat(failure.code()).hasValue("invalid_write_key");
    assertThat(failure.message()).isEqualTo("The service answered 401: Unknown.");
    assertThat(failure.cause()).isEmpty();
  }

  @Test
  void rejections_areFoundByIndex() {
    SendResult result =
        result(
            200,
            "{\"success\":true,\"rejected\":[{\"index\":3,\"messageId\":\"m\",\"code\":\"c\","
                + "\"message\":\"Why.\"},{\"index\":0}]}");
    assertThat(result.failure()).isNull();
    assertThat(result.rejected().keySet()).containsExactly(3, 0);
    assertThat(result.rejected().get(3)).hasToString("REJECTED c: Why.");
    assertThat(result.rejected().get(0))
        .hasToString("REJECTED: The service did not accept the message.");
  }

  @Test
  void missingResponse_isRetried() {
    SendResult result = SendResult.none(new java.net.ConnectException());
    assertThat(result.mayRetry()).isTrue();
    assertThat(result.failure())
        .hasToString("UNAVAILABLE: The service cannot be reached: ConnectException");
  }
}
