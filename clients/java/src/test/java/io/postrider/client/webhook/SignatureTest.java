package io.postrider.client.webhook;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class SignatureTest {

  // the test cases of RFC 2202 with a text key
  private static final byte[] BODY = "what do ya want for nothing?".getBytes(UTF_8);
  private static final String SIGNATURE = "effcdf6ae5eb2fa2d27416d5f184df9c259a7c79";

  @Test
  void signature_matchesTheStandard() {
    assertThat(Signature.sign("Jefe", BODY)).isEqualTo(SIGNATURE);
    assertThat(Signature.verify("Jefe", BODY, SIGNATURE)).isTrue();
  }

  @Test
  void wrongSignature_isInvalid() {
    byte[] other = BODY.clone();
    other[0] ^= 1;
    assertThat(Signature.verify("Jefe", other, SIGNATURE)).isFalse();
    assertThat(Signature.verify("jefe", BODY, SIGNATURE)).isFalse();
    assertThat(Signature.verify("Jefe", BODY, null)).isFalse();
    assertThat(Signature.verify("Jefe", BODY, "")).isFalse();
    assertThat(Signature.verify("Jefe", BODY, SIGNATURE.substring(1))).isFalse();
    assertThat(Signature.verify("Jefe", BODY, SIGNATURE + "0")).isFalse();
    assertThat(Signature.verify("Jefe", BODY, SIGNATURE.toUpperCase(java.util.Locale.ROOT)))
        .isFalse();
    for (int i = 0; i < SIGNATURE.length(); i++) {
      StringBuilder wrong = new StringBuilder(SIGNATURE);
      wrong.setCharAt(i, wrong.charAt(i) == '0' ? '1' : '0');
      assertThat(Signature.verify("Jefe", BODY, wrong.toString())).isFalse();
    }
  }

  @Test
  void emptySecret_isRejected() {
    // the signature with an empty key
    String empty = "fbdb1d1b18aa6c08324b7d64b71fb76370690e1d";
    assertThat(Signature.verify("", new byte[0], empty)).isFalse();
    assertThat(Signature.verify("", BODY, null)).isFalse();
    assertThatThrownBy(() -> Signature.sign("", BODY))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("The shared secret must not be empty.");
  }

  @Test
  void signature_coversTheRawBytes() {
    byte[] body = "{\"name\":\"Zürich 😀\",\"n\":1.0}".getBytes(UTF_8);
    String signature = Signature.sign("geheim-ü", body);
    assertThat(Signature.verify("geheim-ü", body, signature)).isTrue();
    assertThat(
            Signature.verify(
                "geheim-ü", "{\"name\":\"Zürich 😀\",\"n\":1}".getBytes(UTF_8), signature))
        .isFalse();
    assertThat(Signature.verify("s", new byte[0], Signature.sign("s", new byte[0]))).isTrue();
  }
}
