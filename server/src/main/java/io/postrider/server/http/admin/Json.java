package io.postrider.server.http.admin;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.cfg.EnumFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** JSON of the admin API: strict reading, exact writing. */
public final class Json {

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);

  /** The parser's message for a duplicate key; a long key is not repeated. */
  private static final Pattern TWICE = Pattern.compile("Duplicate field '(.{1,100})'");

  private static final ObjectMapper MAPPER =
      JsonMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .enable(EnumFeature.WRITE_ENUMS_TO_LOWERCASE)
          .addModule(
              new SimpleModule()
                  .addSerializer(Instant.class, writing((time, out) -> out.writeString(text(time))))
                  .addSerializer(Duration.class, writing((d, out) -> out.writeNumber(millis(d)))))
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

  /** Parses a body in UTF-8. */
  public static JsonNode parse(byte[] body) {
    String text;
    try {
      text = UTF_8.newDecoder().decode(ByteBuffer.wrap(body)).toString();
    } catch (CharacterCodingException malformed) {
      throw ApiException.of(ProblemCode.INVALID_JSON, "The body is not UTF-8.");
    }
    JsonNode tree;
    try {
      tree = MAPPER.readTree(text);
    } catch (JsonProcessingException malformed) {
      throw ApiException.of(ProblemCode.INVALID_JSON, where(malformed));
    }
    if (tree.isMissingNode()) {
      throw ApiException.of(ProblemCode.INVALID_JSON, "The body is empty.");
    }
    return tree;
  }

  /** The position of the error, without values, which may be secrets. */
  private static String where(JsonProcessingException malformed) {
    Matcher twice = TWICE.matcher(malformed.getOriginalMessage());
    String words =
        twice.matches()
            ? "The body has the key \"%s\" twice".formatted(twice.group(1))
            : "The body is not JSON";
    return malformed.getLocation() == null
        ? words + "."
        : "%s: line %d, column %d."
            .formatted(
                words, malformed.getLocation().getLineNr(), malformed.getLocation().getColumnNr());
  }

  /** The tree of a value. */
  public static JsonNode tree(Object value) {
    return MAPPER.valueToTree(value);
  }

  /** The bytes of a value. */
  public static byte[] write(Object value) {
    return text(value).getBytes(UTF_8);
  }

  /** The text of a value, which every database can store. */
  public static String text(Object value) {
    try {
      return escapeLoneSurrogates(MAPPER.writeValueAsString(value));
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
