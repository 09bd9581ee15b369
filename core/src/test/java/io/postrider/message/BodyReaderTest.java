package io.postrider.message;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BodyReaderTest {

  private final BodyReader reader = new BodyReader();
  private final IngestHarness harness = new IngestHarness();

  private ScannedBody batch(String body) {
    byte[] bytes = IngestHarness.bytes(body);
    return (ScannedBody) reader.readBatch(bytes, 0, bytes.length);
  }

  private ScannedBody call(String body) {
    byte[] bytes = IngestHarness.bytes(body);
    return (ScannedBody) reader.readCall(MessageType.TRACK, bytes, 0, bytes.length);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", " ", "[]", "null", "\"x\"", "{", "{}x", "{\"batch\":[}", "\ufeff{}", "{}{}"})
  void notAnObject_isInvalidJson(String body) {
    byte[] bytes = IngestHarness.bytes(body);
    assertThat(reader.readBatch(bytes, 0, bytes.length))
        .isInstanceOfSatisfying(
            Rejection.class, r -> assertThat(r.code()).isEqualTo(ErrorCode.INVALID_JSON));
    assertThat(reader.readCall(MessageType.TRACK, bytes, 0, bytes.length))
        .isInstanceOfSatisfying(
            Rejection.class, r -> assertThat(r.code()).isEqualTo(ErrorCode.INVALID_JSON));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "{}| EMPTY_BATCH",
        "{\"batch\":null}| EMPTY_BATCH",
        "{\"batch\":[]}| EMPTY_BATCH",
        "{\"batch\":{}}| INVALID_JSON",
        "{\"batch\":\"x\"}| INVALID_JSON",
        "{\"batch\":[1],\"batch\":[]}| EMPTY_BATCH",
        "{\"batch\":[1],\"batch\":null}| EMPTY_BATCH",
        "{\"batch\":[1],\"b\\u0061tch\":7}| INVALID_JSON",
      })
  void batchObject_isValidatedOnRequest(String body, ErrorCode code) {
    assertThat(batch(body).check())
        .isNotNull()
        .satisfies(r -> assertThat(r).extracting(Rejection::code).isEqualTo(code));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      nullValues = "-",
      value = {
        "{\"a\":1}| -| false",
        "{\"writeKey\":null}| -| false",
        "{\"writeKey\":\"\"}| -| false",
        "{\"writeKey\":\"key\"}| key| false",
        "{\"write\\u004bey\":\"k\\u0065y\"}| key| false",
        "{\"writeKey\":\"a\",\"writeKey\":\"b\"}| b| false",
        "{\"writeKey\":\"a\",\"writeKey\":null}| -| false",
        "{\"writeKey\":5}| -| true",
        "{\"writeKey\":{}}| -| true",
        "{\"writeKey\":\"a\",\"writeKey\":[]}| -| true",
      })
  void writeKey_isFoundInCallsAndBatches(String body, String key, boolean malformed) {
    assertThat(call(body).writeKey()).isEqualTo(key);
    assertThat(call(body).isWriteKeyMalformed()).isEqualTo(malformed);
    assertThat(batch(body).writeKey()).isEqualTo(key);
    assertThat(batch(body).isWriteKeyMalformed()).isEqualTo(malformed);
  }

  @Test
  void rangeOfALargerArray_isRead() {
    byte[] bytes = IngestHarness.bytes("xx{\"userId\":\"u\"}yy");
    assertThat(reader.readCall(MessageType.IDENTIFY, bytes, 2, bytes.length - 2))
        .isInstanceOf(ScannedBody.class);
    BodyResult reading = harness.reader.readCall(MessageType.IDENTIFY, bytes, 2, bytes.length - 2);
    assertThat(harness.normalize(reading).json()).startsWith("{\"userId\":\"u\",");
  }

  @Test
  void reader_isReusable() {
    assertThat(batch("{\"writeKey\":\"k\",\"context\":7,\"batch\":[1,2]}").count()).isEqualTo(2);
    ScannedBody body = batch("{\"batch\":[1]}");
    assertThat(body.count()).isEqualTo(1);
    assertThat(body.writeKey()).isNull();
    assertThat(body.check()).isNull();
  }
}
