package io.postrider.server.delivery.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FailureTextTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "null: /[fd00:0:0:0:0:0:0:1]:80           | No way: [fd00:0:0:0:0:0:0:1]:80.",
        "Network is unreachable: /10.0.0.1:80     | No way: Network is unreachable: 10.0.0.1:80.",
        "'Failed to resolve ''x'' '               | No way: Failed to resolve 'x'.",
        "No name matching a.example found.        | No way: No name matching a.example found.",
        "'null: '                                 | No way.",
        "''                                       | No way.",
      })
  void sentence_hasOneFullStopAndNoPrefixes(String message, String expected) {
    assertThat(FailureText.sentence("No way", new IOException(message))).isEqualTo(expected);
  }

  @Test
  void failureWithoutMessage_leavesTheSummary() {
    assertThat(FailureText.sentence("No way", new IOException((String) null))).isEqualTo("No way.");
    assertThat(FailureText.sentence("No way", null)).isEqualTo("No way.");
  }

  @Test
  void longMessages_areTruncated() {
    assertThat(FailureText.sentence("No way", new IOException("x".repeat(201))))
        .isEqualTo("No way: " + "x".repeat(200) + "…");
  }

  @Test
  void failures_areClassified() {
    assertThat(FailureClassifier.outcome(new ConnectException("null: /[fd00::1]:80")).toString())
        .contains("The receiver is unreachable: [fd00::1]:80.");
    assertThat(FailureClassifier.outcome(new UnknownHostException("a.example ")).toString())
        .contains("does not exist: a.example.");
  }
}
