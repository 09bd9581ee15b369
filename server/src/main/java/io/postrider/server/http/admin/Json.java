package io.postrider.server.http.admin;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.cfg.EnumFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.postrider.message.CanonicalJson;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/** JSON of the admin API: strict reading, exact writing. */
public final class Json {

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);

  private static final ObjectMapper MAPPER =
      JsonMapper.builder()
          .enable(EnumFeature.WRITE_ENUMS_TO_LOWERCASE)
          .addModule(
              new SimpleModule()
                  .addSerializer(Instant.class, writing((time, out) -> out.writeString(text(time))))
                  .addSerializer(Double.class, writing(Json::write))
                  .addSerializer(Double.TYPE, writing(Json::write))
                  .addSerializer(Duration.class, writing((d, out) -> write(millis(d), out))))
          .build();

  private Json() {}

  /** A time as RFC 3339 in UTC with milliseconds. */
  public static String text(Instant time) {
    return TIME.format(time);
  }

  /** A duration as milliseconds with three decimals. */
  private static double millis(Duration duration) {
    return Math.round(duration.toNanos() / 1_000.0) / 1_000.0;
  }

  /** Writes a number as JavaScript prints it. */
  private static void write(Double number, JsonGenerator out) throws IOException {
    if (Double.isFinite(number)) {
      out.writeNumber(CanonicalJson.number(Double.toString(number)));
    } else {
      out.writeNumber(number);
    }
  }

  private interface Writing<T> {
    void write(T value, JsonGenerator out) throws IOException;
  }

  private static <T> JsonSerializer<T> writing(Writing<T> writing) {
    return new JsonSerializer<T>() {
      @Override
      public void serialize(T value, JsonGenerator out, SerializerProvider provider)
          throws IOException {
        writing.write(value, out);
      }
    };
  }

  /**
   * Parses a body in UTF-8, without duplicate keys and with bounds on numbers.
   *
   * @throws ApiException if the body is not JSON
   */
  public static JsonNode parse(byte[] body) {
    return JsonTree.read(decoded(body), true);
  }

  /**
   * Parses a text that this program stored, answered or accepted, leniently.
   *
   * @throws ApiException if the text is not JSON
   */
  public static JsonNode parseOwn(String text) {
    return JsonTree.read(text, false);
  }

  /** The same of a text in UTF-8. */
  public static JsonNode parseOwn(byte[] text) {
    return parseOwn(decoded(text));
  }

  private static String decoded(byte[] body) {
    try {
      return UTF_8.newDecoder().decode(ByteBuffer.wrap(body)).toString();
    } catch (CharacterCodingException malformed) {
      throw ApiException.of(ProblemCode.INVALID_JSON, "The body is not UTF-8.");
    }
  }

  /** The tree of a value. */
  public static JsonNode tree(Object value) {
    if (value instanceof JsonNode tree) {
      return tree;
    }
    if (value instanceof String text) {
      return TextNode.valueOf(text);
    }
    return value instanceof Boolean flag ? BooleanNode.valueOf(flag) : parseOwn(raw(value));
  }

  /** The bytes of a value. */
  public static byte[] write(Object value) {
    return text(value).getBytes(UTF_8);
  }

  /** The text of a value, which every database can store. */
  public static String text(Object value) {
    return escapeLoneSurrogates(raw(value));
  }

  private static String raw(Object value) {
    try {
      return MAPPER.writeValueAsString(value);
    } catch (JsonProcessingException bug) {
      throw new IllegalArgumentException("cannot be written as JSON", bug);
    }
  }

  /** Escapes unpaired surrogates, which UTF-8 cannot encode. */
  private static String escapeLoneSurrogates(String json) {
    if (json.codePoints().noneMatch(Json::isSurrogate)) {
      return json;
    }
    StringBuilder escaped = new StringBuilder(json.length() + 16);
    json.codePoints()
        .forEach(
            c -> {
              if (isSurrogate(c)) {
                escaped.append("\\u").append(Integer.toHexString(c));
              } else {
                escaped.appendCodePoint(c);
              }
            });
    return escaped.toString();
  }

  private static boolean isSurrogate(int codePoint) {
    return codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE;
  }
}
