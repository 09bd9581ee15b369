package io.postrider.server.commands.receiver;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.route.SharedSecret;
import io.postrider.webhook.Signer;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class SignatureStateTest {

  private static final Instant NOW = Instant.parse("2026-01-31T12:00:00Z");
  private static final byte[] BODY = "{\"type\":\"track\"}".getBytes(UTF_8);
  private static final Signer SIGNER = new Signer(List.of(SharedSecret.current("s3cret")));

  private static SignatureState check(Map<String, String> headers) {
    return SignatureState.of("s3cret", headers::get, BODY, NOW);
  }

  private static Map<String, String> standard(Instant at) {
    return new HashMap<>(
        Map.of(
            "webhook-id",
            "msg_1",
            "webhook-timestamp",
            Long.toString(at.getEpochSecond()),
            "webhook-signature",
            "v1,AAAA " + SIGNER.standardSignature("msg_1", at, BODY)));
  }

  @Test
  void plainSignature_isVerified() {
    String right = SIGNER.signature(BODY);
    assertThat(check(Map.of("X-Signature", right))).isEqualTo(SignatureState.VALID);
    assertThat(check(Map.of("X-Signature", right.replace(right.charAt(0), 'x'))))
        .isEqualTo(SignatureState.INVALID);
    assertThat(check(Map.of())).isEqualTo(SignatureState.MISSING);
    assertThat(SignatureState.of(null, Map.of("X-Signature", "x")::get, BODY, NOW))
        .isEqualTo(SignatureState.UNCHECKED);
  }

  @Test
  void standardSignature_isVerifiedWithinItsTime() {
    assertThat(check(standard(NOW))).isEqualTo(SignatureState.VALID);
    assertThat(check(standard(NOW.minusSeconds(300)))).isEqualTo(SignatureState.VALID);
    assertThat(check(standard(NOW.minusSeconds(301)))).isEqualTo(SignatureState.INVALID);
    assertThat(check(standard(NOW.plusSeconds(301)))).isEqualTo(SignatureState.INVALID);
    Map<String, String> other = standard(NOW);
    other.put("webhook-id", "msg_2");
    assertThat(check(other)).isEqualTo(SignatureState.INVALID);
    other.remove("webhook-id");
    assertThat(check(other)).isEqualTo(SignatureState.INVALID);
  }

  @Test
  void bothSignatures_mustBeRight() {
    Map<String, String> both = standard(NOW);
    both.put("X-Signature", SIGNER.signature(BODY));
    assertThat(check(both)).isEqualTo(SignatureState.VALID);
    both.put("X-Signature", "0".repeat(40));
    assertThat(check(both)).isEqualTo(SignatureState.INVALID);
  }

  @Test
  void failures_areSpreadEvenly() {
    FailureRate third = new FailureRate(0.3);
    long failed = 0;
    for (int i = 0; i < 1_000; i++) {
      failed += third.fails(i) ? 1 : 0;
      assertThat(failed).isEqualTo((long) Math.floor((i + 1) * 0.3));
    }
    assertThat(new FailureRate(1).fails(0)).isTrue();
    assertThat(new FailureRate(0).fails(0)).isFalse();
  }
}
