package io.postrider.server.delivery.client;

import static io.postrider.server.delivery.client.ClientTests.MODERATE;
import static io.postrider.server.delivery.client.ClientTests.PATIENT;
import static io.postrider.server.delivery.client.ClientTests.SHORT;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.delivery.FailureReason;
import io.postrider.delivery.Outcome;
import io.postrider.server.config.IpNetwork;
import io.postrider.server.delivery.Behaviour;
import io.postrider.server.delivery.TestReceiver;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** From a URL's host to the address that is connected to. */
class ConnectAttemptTest {

  private static final Outcome OK = new Outcome.Delivered(200);

  private final TestReceiver receiver = TestReceiver.open();
  private final ClientTests tests = ClientTests.open(PATIENT);

  @AfterEach
  void close() {
    tests.close();
    receiver.close();
  }

  private Outcome post(String host) {
    return tests.post(receiver.url(host, "/")).outcome();
  }

  private static void assertReason(Outcome outcome, FailureReason reason) {
    assertThat(outcome)
        .isInstanceOfSatisfying(
            Outcome.Failure.class, failure -> assertThat(failure.reason()).isEqualTo(reason));
  }

  @Test
  void name_isLookedUpAndSentAsHost() {
    tests.resolver.with("hooks.example", "127.0.0.1");
    assertThat(post("hooks.example")).isEqualTo(OK);
    assertThat(receiver.take().header("Host")).isEqualTo("hooks.example:" + receiver.port());
    assertThat(tests.resolver.asked()).containsExactly("hooks.example");
  }

  @Test
  void literalAddress_isNotLookedUp() {
    assertThat(post("127.0.0.1")).isEqualTo(OK);
    assertThat(tests.resolver.asked()).isEmpty();
  }

  @Test
  void reusedConnection_needsNoLookUp() {
    tests.resolver.with("hooks.example", "127.0.0.1");
    assertThat(post("hooks.example")).isEqualTo(OK);
    assertThat(post("hooks.example")).isEqualTo(OK);
    assertThat(tests.resolver.asked()).hasSize(1);
  }

  @Test
  void unknownName_isADnsFailure() {
    Outcome outcome = post("nowhere.example");
    assertReason(outcome, FailureReason.DNS);
    assertThat(outcome).isInstanceOf(Outcome.Unreachable.class);
  }

  @Test
  void nameWithUnderscores_isLookedUpAndSentAsHost() {
    tests.resolver.with("my_service", "127.0.0.1");
    assertThat(post("my_service")).isEqualTo(OK);
    assertThat(receiver.take().header("Host")).isEqualTo("my_service:" + receiver.port());
  }

  @Test
  void lookUpThatNeverEnds_timesOut() {
    try (ClientTests hurried = ClientTests.open(SHORT)) {
      var _ = hurried.resolver.pending("slow.example");
      assertThat(hurried.post("http://slow.example/").outcome())
          .isInstanceOf(Outcome.TimedOut.class);
    }
  }

  @Test
  void lateLookUp_isIgnored() {
    try (ClientTests hurried = ClientTests.open(MODERATE)) {
      CompletableFuture<List<InetAddress>> late = hurried.resolver.pending("slow.example");
      assertThat(hurried.post(receiver.url("slow.example", "/")).outcome())
          .isInstanceOf(Outcome.TimedOut.class);
      late.complete(List.of(InetAddress.ofLiteral("127.0.0.1")));
      assertThat(hurried.post(receiver.url("slow.example", "/")).outcome()).isEqualTo(OK);
      assertThat(receiver.received()).hasSize(1);
    }
  }

  @Test
  void address_isLookedUpOnceAndConnectedTo() {
    // a second look-up would lead elsewhere
    CompletableFuture<List<InetAddress>> first = tests.resolver.pending("rebinding.example");
    CompletableFuture<AttemptResult> result =
        tests.start(ClientTests.request(receiver.url("rebinding.example", "/")));
    first.complete(List.of(InetAddress.ofLiteral("127.0.0.1")));
    AttemptResult posted = ClientTests.await(result);
    assertThat(posted.outcome()).isEqualTo(OK);
    assertThat(posted.address()).isEqualTo(InetAddress.ofLiteral("127.0.0.1"));
    assertThat(tests.resolver.asked()).hasSize(1);
  }

  @Test
  void forbiddenAddressAmongGoodOnes_refusesTheName() {
    tests.resolver.with("mixed.example", "127.0.0.1", "10.0.0.1");
    assertReason(post("mixed.example"), FailureReason.ADDRESS_REFUSED);
    tests.resolver.with("mixed6.example", "127.0.0.1", "fe80::1");
    assertReason(post("mixed6.example"), FailureReason.ADDRESS_REFUSED);
    assertThat(receiver.connections()).isZero();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "127.0.0.1",
        "127.1",
        "2130706433",
        "0.0.0.0",
        "10.0.0.1",
        "169.254.169.254",
        "[::1]",
        "[::]",
        "[::ffff:127.0.0.1]",
        "[::ffff:7f00:1]",
        "[64:ff9b::7f00:1]",
        "[2002:7f00:1::1]",
        "[fe80::1]",
        "localhost"
      })
  void withoutAllowedNetworks_localAddressesAreRefused(String host) {
    try (ClientTests guarded = new ClientTests(PATIENT, List.of(), Optional.empty());
        TestReceiver six = TestReceiver.open("::1", receiver.port(), null)) {
      Outcome outcome = guarded.post(receiver.url(host, "/")).outcome();
      assertThat(outcome)
          .isInstanceOfSatisfying(
              Outcome.Refused.class,
              refused -> {
                assertThat(refused.reason()).isEqualTo(FailureReason.ADDRESS_REFUSED);
                assertThat(refused.status()).isZero();
              });
      assertThat(receiver.connections()).isZero();
      assertThat(six.connections()).isZero();
    }
  }

  @Test
  void allowedNetwork_allowsItsMappedForm() {
    assertThat(post("[::ffff:127.0.0.1]")).isEqualTo(OK);
  }

  @Test
  void otherAddresses_areTriedIfOneDoesNotConnect() {
    // the first two refuse connections
    tests.resolver.with("several.example", "127.0.0.3", "127.0.0.2", "127.0.0.1");
    AttemptResult result = tests.post(receiver.url("several.example", "/"));
    assertThat(result.outcome()).isEqualTo(OK);
    assertThat(result.address()).isEqualTo(InetAddress.ofLiteral("127.0.0.1"));
  }

  @Test
  void noConnectingAddress_failsWithTheLastReason() {
    tests.resolver.with("several.example", "127.0.0.3", "127.0.0.2");
    AttemptResult result = tests.post(receiver.url("several.example", "/"));
    assertReason(result.outcome(), FailureReason.CONNECTION_REFUSED);
    assertThat(result.address()).isEqualTo(InetAddress.ofLiteral("127.0.0.2"));
  }

  @Test
  void otherAddresses_areNotTriedAfterAResponse() {
    receiver.always(Behaviour.status(500));
    tests.resolver.with("several.example", "127.0.0.1", "127.0.0.2");
    assertThat(post("several.example")).isEqualTo(new Outcome.Deferred(500, null));
    assertThat(receiver.received()).hasSize(1);
  }

  @Test
  void networkWithoutRoute_isUnreachable() throws UnknownHostException {
    // broadcast is refused by the operating system itself
    List<IpNetwork> everything = List.of(IpNetwork.parse("0.0.0.0/0"));
    try (ClientTests sendsExcessData = new ClientTests(PATIENT, everything, Optional.empty())) {
      assertReason(
          sendsExcessData.post("http://255.255.255.255/").outcome(), FailureReason.UNREACHABLE);
    }
  }
}
