package io.postrider.server.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;

/** A response of the tracking API. */
record Reply(HttpResponse<byte[]> http) {

  private static final ObjectMapper MAPPER = new ObjectMapper();

  public int status() {
    return http.statusCode();
  }

  public String text() {
    return new String(http.body(), StandardCharsets.UTF_8);
  }

  JsonNode json() {
    try {
      return MAPPER.readTree(http.body());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public String header(String name) {
    return http.headers().firstValue(name).orElse("");
  }

  /** Everything was accepted. */
  void isSuccess() {
    assertThat(text()).isEqualTo("{\"success\":true}");
    assertThat(status()).isEqualTo(200);
    assertThat(header("Content-Type")).isEqualTo("application/json");
  }

  /** Nothing was accepted, and the answer has the one shape of errors. */
  Reply isError(int status, String code) {
    assertThat(status()).as(text()).isEqualTo(status);
    assertThat(header("Content-Type")).isEqualTo("application/json");
    JsonNode body = json();
    assertThat(body.path("code").asText()).as(text()).isEqualTo(code);
    assertThat(body.path("success").isBoolean()).isTrue();
    assertThat(body.path("success").asBoolean()).isFalse();
    assertThat(body.path("message").asText()).endsWith(".").isNotBlank();
    assertThat(body.path("error")).isEqualTo(body.path("message"));
    body.fieldNames()
        .forEachRemaining(
            name -> assertThat(name).isIn("success", "code", "message", "error", "rejected"));
    return this;
  }

  /** The codes of the messages that were not accepted, as {@code index:code}. */
  String rejected() {
    StringBuilder codes = new StringBuilder();
    for (JsonNode item : json().path("rejected")) {
      assertThat(item.path("message").asText()).isNotBlank();
      codes.append(codes.isEmpty() ? "" : " ");
      codes.append(item.path("index").asInt()).append(':').append(item.path("code").asText());
    }
    return codes.toString();
  }
}
