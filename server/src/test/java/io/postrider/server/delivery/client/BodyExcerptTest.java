package io.postrider.server.delivery.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BodyExcerptTest {

  @ParameterizedTest
  @ValueSource(strings = {"a", "é", "€", "😀"})
  void excerpt_endsBetweenCharacters(String character) {
    int length = character.getBytes(StandardCharsets.UTF_8).length;
    Buffer body = Buffer.buffer(character.repeat(10));
    for (int max = 0; max <= body.length(); max++) {
      assertThat(BodyExcerpt.text(body, max)).isEqualTo(character.repeat(max / length));
    }
    assertThat(BodyExcerpt.text(body, body.length() + 1)).isEqualTo(character.repeat(10));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6})
  void invalidUtf8_becomesReplacementCharacters(int max) {
    Buffer body = Buffer.buffer(new byte[] {-128, -128, -128, -128, -128, -128, -128});
    assertThat(BodyExcerpt.text(body, max)).isEqualTo("\uFFFD".repeat(max));
  }

  @ParameterizedTest
  @ValueSource(ints = {4_096, 4_097, 4_098, 4_099})
  void responseSample_endsBetweenCharacters(int pieceBytes) {
    WebhookResponse answer = new WebhookResponse(200, HttpHeaders.headers());
    Buffer body = Buffer.buffer("x" + "€".repeat(2_000));
    answer.add(body.getBuffer(0, pieceBytes));
    answer.add(body.getBuffer(pieceBytes, body.length()));
    assertThat(answer.bodySample()).isEqualTo("x" + "€".repeat(1_365));
  }
}
