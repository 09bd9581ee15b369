package io.postrider.bench.load;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.netty.buffer.ByteBuf;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;

final class RequestTemplateTest {
  private static final String PREFIX = "01234567-89ab-4000-0000-";

  @Test
  void with_numbersEveryMessageOfABatchInPlace() throws Exception {
    RequestTemplate template = template("--batch=100");
    JsonNode batch = body(template.with(0xabcdef012300L)).path("batch");
    List<String> ids = new ArrayList<>();
    batch.forEach(item -> ids.add(item.path("messageId").asText()));
    assertThat(ids).hasSize(100).doesNotHaveDuplicates();
    assertThat(ids).startsWith(PREFIX + "abcdef012300").endsWith(PREFIX + "abcdef012363");
  }

  @Test
  void of_writesSingleCallsOfAbout500BytesInEitherFormat() throws Exception {
    JsonNode compact = body(template("--batch=0").with(7));
    JsonNode python = body(template("--batch=0 --format=PYTHON").with(7));
    assertThat(new ObjectMapper().writeValueAsBytes(compact)).hasSizeBetween(480, 520);
    assertThat(compact.path("messageId").asText()).isEqualTo(PREFIX + "000000000007");
    assertThat(python.at("/properties/city")).isEqualTo(compact.at("/properties/city"));
    assertThat(text(template("--format=PYTHON").with(7))).contains("\"total\": 20.0, ");
  }

  @Test
  void varied_givesEachMessageOfABatchItsOwnContext() throws Exception {
    JsonNode batch = body(template("--batch=50 --format=VARIED").with(0)).path("batch");
    List<String> contexts = new ArrayList<>();
    batch.forEach(item -> contexts.add(item.path("context").toString()));
    assertThat(contexts).hasSize(50).doesNotHaveDuplicates();
    assertThat(batch.path(0).toString()).hasSizeBetween(440, 520);
  }

  @Test
  void size_isExact_aboveTheLeast() throws Exception {
    for (int size : new int[] {150, 500, 501, 10_000, 32_000}) {
      JsonNode event = body(template("--size=" + size).with(7));
      assertThat(event.toString()).hasSize(size);
      assertThat(event.path("messageId").asText()).isEqualTo(PREFIX + "000000000007");
    }
    assertThat(body(template("--size=1").with(7)).toString()).hasSizeBetween(80, 100);
  }

  @Test
  void severalKeys_takeTurns() {
    RequestTemplate template = template("--write-key=key0,key1,key2,key3,key4");
    List<String> heads = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      String text = text(template.with(i));
      int from = text.indexOf("Basic ") + 6;
      String key = text.substring(from, text.indexOf('\r', from));
      heads.add(new String(Base64.getDecoder().decode(key), UTF_8));
    }
    assertThat(heads).containsExactly("key3:", "key4:", "key0:", "key1:", "key2:", "key3:");
  }

  @Test
  void batchBodies_neverRepeatAnId() throws Exception {
    BatchBodies bodies = new BatchBodies(3);
    List<String> ids = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      JsonNode batch = new ObjectMapper().readTree(bodies.next()).path("batch");
      batch.forEach(item -> ids.add(item.path("messageId").asText()));
    }
    assertThat(ids).hasSize(300).doesNotHaveDuplicates();
  }

  private static RequestTemplate template(String words) {
    return RequestTemplate.of(LoadPlan.parse(words), PREFIX, 3);
  }

  private static JsonNode body(ByteBuf request) throws Exception {
    String text = text(request);
    int end = text.indexOf("\r\n\r\n") + 4;
    String body = text.substring(end);
    assertThat(text).contains("Content-Length: " + body.getBytes(UTF_8).length + "\r\n");
    return new ObjectMapper().readTree(body);
  }

  private static String text(ByteBuf request) {
    return request.toString(UTF_8);
  }
}
