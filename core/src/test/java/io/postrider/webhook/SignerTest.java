package io.postrider.webhook;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.postrider.route.SharedSecret;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class SignerTest {

  private static final byte[] BODY = "{}".getBytes(UTF_8);
  private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");

  static Stream<Arguments> signatures() {
    return vectors("x-signature");
  }

  static Stream<Arguments> standardSignatures() {
    return vectors("standard-webhooks");
  }

  private static Stream<Arguments> vectors(String kind) {
    return WebhookFixtures.read("signatures.json")
        .get(kind)
        .valueStream()
        .map(vector -> Arguments.of(vector.get("name").asText(), vector));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("signatures")
  void signature_matchesTheVectors(String name, JsonNode vector) {
    Signer signer = new Signer(List.of(SharedSecret.current(vector.get("secret").asText())));
    byte[] body = vector.get("body").asText().getBytes(UTF_8);
    assertThat(signer.signature(body)).isEqualTo(vector.get("signature").asText());
    assertThat(signer.signature(body)).isEqualTo(vector.get("signature").asText());
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("standardSignatures")
  void standardSignature_matchesTheVectors(String name, JsonNode vector) {
    Signer signer =
        new Signer(
            vector
                .get("secrets")
                .valueStream()
                .map(secret -> SharedSecret.current(secret.asText()))
                .toList());
    assertThat(
            signer.standardSignature(
                vector.get("id").asText(),
                Instant.ofEpochSecond(vector.get("timestamp").asLong()),
                vector.get("body").asText().getBytes(UTF_8)))
        .isEqualTo(vector.get("signature").asText());
  }

  @Test
  void rotatedSecret_signsUntilItExpires() {
    SharedSecret current = SharedSecret.current("new");
    Signer signer = new Signer(List.of(current, new SharedSecret("old", NOW)));
    assertThat(signer.standardSignature("m", NOW.minusMillis(1), BODY).split(" ")).hasSize(2);
    assertThat(signer.standardSignature("m", NOW, BODY))
        .isEqualTo(new Signer(List.of(current)).standardSignature("m", NOW, BODY));
    assertThat(signer.signature(BODY)).isEqualTo(new Signer(List.of(current)).signature(BODY));
  }

  @Test
  void secretThatOnlyStartsLikeAnEncodedKey_isUsedVerbatim() {
    Signer signer = new Signer(List.of(SharedSecret.current("whsec_not base64!")));
    assertThat(signer.standardSignature("m", NOW, BODY)).startsWith("v1,");
  }
}
