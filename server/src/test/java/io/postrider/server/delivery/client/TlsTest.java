package io.postrider.server.delivery.client;

import static io.postrider.server.delivery.client.ClientTests.PATIENT;
import static io.postrider.server.delivery.client.ClientTests.SHORT;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.delivery.FailureReason;
import io.postrider.delivery.Outcome;
import io.postrider.server.delivery.Behaviour;
import io.postrider.server.delivery.TestCertificates;
import io.postrider.server.delivery.TestCertificates.Authority;
import io.postrider.server.delivery.TestCertificates.Identity;
import io.postrider.server.delivery.TestCertificates.Period;
import io.postrider.server.delivery.TestReceiver;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** One attempt over TLS: trusted and untrusted certificates. */
class TlsTest {

  private static final Authority ROOT = TestCertificates.authority("Test root");
  private static final Authority STRANGER = TestCertificates.authority("Strange root");

  private static Outcome outcome(Identity identity, String host) {
    return outcome(identity, host, ROOT.pem());
  }

  /** The outcome; a receiver that is not trusted must not see a byte of the request. */
  private static Outcome outcome(Identity identity, String host, String trusted) {
    try (TestReceiver receiver = TestReceiver.openTls(identity);
        ClientTests tests = ClientTests.trusting(PATIENT, trusted)) {
      for (String name : List.of("hooks.example", "hooks.example.", "other.example")) {
        tests.resolver.with(name, "127.0.0.1");
      }
      Outcome outcome = tests.post(receiver.url(host, "/")).outcome();
      boolean delivered = outcome instanceof Outcome.Delivered;
      assertThat(receiver.received()).hasSize(delivered ? 1 : 0);
      assertThat(receiver.connections()).isEqualTo(1);
      return outcome;
    }
  }

  private static void assertUntrusted(Outcome outcome, FailureReason reason, String text) {
    assertThat(outcome)
        .isInstanceOfSatisfying(
            Outcome.Untrusted.class,
            untrusted -> {
              assertThat(untrusted.reason()).isEqualTo(reason);
              assertThat(untrusted.detail()).contains(text).endsWith(".").doesNotEndWith("..");
            });
  }

  @Test
  void validCertificates_areTrusted() {
    assertThat(outcome(ROOT.issue("hooks.example"), "hooks.example"))
        .isEqualTo(new Outcome.Delivered(200));
    assertThat(outcome(ROOT.issue("hooks.example"), "HOOKS.example."))
        .isEqualTo(new Outcome.Delivered(200));
    assertThat(outcome(ROOT.issue("*.example"), "hooks.example"))
        .isEqualTo(new Outcome.Delivered(200));
    assertThat(outcome(ROOT.intermediate("Middle").issue("hooks.example"), "hooks.example"))
        .isEqualTo(new Outcome.Delivered(200));
    assertThat(outcome(ROOT.issue("127.0.0.1"), "127.0.0.1")).isEqualTo(new Outcome.Delivered(200));
  }

  @Test
  void caFile_mayHoldSeveralAuthorities() {
    String both = "# ours\n" + STRANGER.pem() + "\n" + ROOT.pem();
    assertThat(outcome(ROOT.issue("hooks.example"), "hooks.example", both))
        .isEqualTo(new Outcome.Delivered(200));
    assertThat(outcome(STRANGER.issue("hooks.example"), "hooks.example", both))
        .isEqualTo(new Outcome.Delivered(200));
  }

  @Test
  void ipv6Literal_isChecked() {
    try (TestReceiver good = TestReceiver.open("::1", ROOT.issue("::1"));
        TestReceiver bad = TestReceiver.open("::1", ROOT.issue("127.0.0.1"));
        ClientTests tests = ClientTests.trusting(PATIENT, ROOT)) {
      assertThat(tests.post(good.url("[::1]", "/")).outcome())
          .isEqualTo(new Outcome.Delivered(200));
      assertUntrusted(
          tests.post(bad.url("[::1]", "/")).outcome(), FailureReason.TLS, "another host");
    }
  }

  @Test
  void selfSigned_isRefused() {
    assertUntrusted(
        outcome(TestCertificates.selfSigned("hooks.example"), "hooks.example"),
        FailureReason.SELF_SIGNED_CERTIFICATE,
        "self-signed");
  }

  @Test
  void selfSigned_isRefusedEvenIfItIsListed() {
    Identity self = TestCertificates.selfSigned("hooks.example");
    assertUntrusted(
        outcome(self, "hooks.example", self.chainPem()),
        FailureReason.SELF_SIGNED_CERTIFICATE,
        "self-signed");
  }

  @Test
  void listedLeaf_isNotTrusted() {
    Identity leaf = STRANGER.issue("hooks.example");
    assertUntrusted(
        outcome(leaf, "hooks.example", leaf.leafOnly().chainPem() + ROOT.pem()),
        FailureReason.TLS,
        "unknown authority");
  }

  @Test
  void unknownAuthority_isNamed() {
    assertUntrusted(
        outcome(STRANGER.issue("hooks.example"), "hooks.example"),
        FailureReason.TLS,
        "Strange root");
  }

  @Test
  void missingIntermediate_isAnUnknownAuthority() {
    assertUntrusted(
        outcome(ROOT.intermediate("Middle").issue("hooks.example").leafOnly(), "hooks.example"),
        FailureReason.TLS,
        "Middle");
  }

  @Test
  void expiredCertificate_isExplained() {
    assertUntrusted(
        outcome(ROOT.issue(Period.past(), "hooks.example"), "hooks.example"),
        FailureReason.TLS,
        "expired on");
  }

  @Test
  void certificateNotYetValid_isExplained() {
    assertUntrusted(
        outcome(ROOT.issue(Period.future(), "hooks.example"), "hooks.example"),
        FailureReason.TLS,
        "not valid before");
  }

  @Test
  void wrongHost_isExplained() {
    assertUntrusted(
        outcome(ROOT.issue("hooks.example"), "other.example"), FailureReason.TLS, "another host");
    assertUntrusted(
        outcome(ROOT.issue("hooks.example"), "127.0.0.1"), FailureReason.TLS, "another host");
    assertUntrusted(
        outcome(ROOT.issue("127.0.0.2"), "127.0.0.1"), FailureReason.TLS, "another host");
  }

  @Test
  void everyAttempt_hasTheError() {
    try (TestReceiver receiver = TestReceiver.openTls(TestCertificates.selfSigned("localhost"));
        ClientTests tests = ClientTests.trusting(PATIENT, ROOT)) {
      for (int i = 0; i < 3; i++) {
        assertUntrusted(
            tests.post(receiver.url("localhost", "/")).outcome(),
            FailureReason.SELF_SIGNED_CERTIFICATE,
            "self-signed");
      }
      assertThat(receiver.received()).isEmpty();
    }
  }

  private static Outcome greeted(Behaviour greeting, Duration timeout) {
    try (TestReceiver receiver = TestReceiver.openTls(ROOT.issue("localhost"));
        ClientTests tests = ClientTests.trusting(timeout, ROOT)) {
      receiver.greet(greeting);
      return tests.post(receiver.url("localhost", "/")).outcome();
    }
  }

  @Test
  void hangingHandshake_timesOut() {
    assertThat(greeted(Behaviour.hang(), SHORT)).isInstanceOf(Outcome.TimedOut.class);
  }

  @Test
  void interruptedHandshake_isReset() {
    for (Behaviour excerpt : new Behaviour[] {Behaviour.close(), Behaviour.reset()}) {
      assertThat(greeted(excerpt, PATIENT))
          .isInstanceOfSatisfying(
              Outcome.Unreachable.class,
              unreachable ->
                  assertThat(unreachable.reason()).isEqualTo(FailureReason.CONNECTION_RESET));
    }
  }

  @Test
  void plainHttpInsteadOfTls_isExplained() {
    assertUntrusted(
        greeted(Behaviour.rawThenClose("HTTP/1.1 400 Bad Request\r\n\r\n"), PATIENT),
        FailureReason.TLS,
        "does not speak TLS");
  }

  @Test
  void warmUp_works() {
    try (ClientTests tests = ClientTests.open(PATIENT)) {
      tests.connector.warmUp();
    }
  }
}
