package io.postrider.server.ops;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.core.encoder.Encoder;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.postrider.server.config.Config;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.slf4j.event.KeyValuePair;

class LogEncodersTest {

  /** Every character that must not reach a terminal as it is. */
  private static final String HOSTILE =
      IntStream.of(
              IntStream.concat(
                      IntStream.concat(IntStream.range(0, 0x20), IntStream.range(0x7f, 0xa0)),
                      IntStream.concat(
                          IntStream.rangeClosed(0x202a, 0x202e),
                          IntStream.rangeClosed(0x2066, 0x2069)))
                  .toArray())
          .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
          .append("\u2028\u2029\u061c\u200e\u200f\ufeff\ud800 \udc00")
          .appendCodePoint(0xe0001)
          .append("\"\\")
          .toString();

  private static final String HARMLESS = "é 日本 😀 \\n";

  private static Stream<Encoder<ILoggingEvent>> encoders() {
    LoggerContext context = new LoggerContext();
    List<Encoder<ILoggingEvent>> encoders = List.of(new TextLogEncoder(), new JsonLogEncoder());
    encoders.forEach(
        encoder -> {
          encoder.setContext(context);
          encoder.start();
        });
    return encoders.stream();
  }

  private static String line(
      Encoder<ILoggingEvent> encoder, String message, @Nullable Throwable thrown, Object... args) {
    Logger logger = new LoggerContext().getLogger("io.postrider.Some");
    LoggingEvent event =
        new LoggingEvent("x", logger, Level.WARN, message, thrown, args.length == 0 ? null : args);
    event.setInstant(Instant.parse("2026-03-01T12:00:00.123Z"));
    event.setThreadName("main");
    event.setMDCPropertyMap(Map.of());
    if (args.length > 0) {
      event.setKeyValuePairs(List.of(new KeyValuePair("k" + args[0], args[0])));
    }
    return new String(encoder.encode(event), UTF_8);
  }

  private static void assertHarmless(String line) {
    assertThat(line.codePoints().filter(c -> c != '\n' && c != '\t'))
        .noneMatch(
            c ->
                switch (Character.getType(c)) {
                  case Character.CONTROL,
                      Character.FORMAT,
                      Character.LINE_SEPARATOR,
                      Character.PARAGRAPH_SEPARATOR,
                      Character.SURROGATE ->
                      true;
                  default -> false;
                });
  }

  @ParameterizedTest
  @MethodSource("encoders")
  void everythingFromOutside_isEscaped(Encoder<ILoggingEvent> encoder) {
    String line = line(encoder, "Said {}", null, HOSTILE);
    assertHarmless(line);
    assertThat(line).containsOnlyOnce("\n").endsWith("\n").doesNotContain("\t");
    assertThat(line).containsIgnoringCase("\\u001b").contains("\\u202e", "\\u0085");
  }

  @ParameterizedTest
  @MethodSource("encoders")
  void messagesOfExceptions_areEscaped(Encoder<ILoggingEvent> encoder) {
    IllegalStateException thrown =
        new IllegalStateException("a\n" + HOSTILE, new RuntimeException("b\r\n" + HOSTILE));
    thrown.addSuppressed(new RuntimeException("c\n2026-03-01 ERROR forged" + HOSTILE));
    String line = line(encoder, "failed", thrown);
    assertHarmless(line);
    assertThat(line.lines().skip(1))
        .allMatch(
            one ->
                one.startsWith("\tat ")
                    || one.startsWith("\t... ")
                    || one.matches("((Caused by|Suppressed): )?java\\.lang\\.\\w+: .*"));
  }

  @ParameterizedTest
  @MethodSource("encoders")
  void otherCharacters_stay(Encoder<ILoggingEvent> encoder) {
    assertThat(line(encoder, HARMLESS.replace("\\n", ""), null)).contains("é 日本 😀");
  }

  @Test
  void json_keepsTheValue() throws Exception {
    Encoder<ILoggingEvent> json = encoders().toList().getLast();
    JsonNode event =
        new ObjectMapper()
            .readTree(line(json, "{}", null, HOSTILE.replace("\ud800", "").replace("\udc00 ", "")));
    assertThat(event.path("formattedMessage").asText())
        .startsWith("\u0000\u0001")
        .contains("\u202e");
    assertThat(event.path("level").asText()).isEqualTo("WARN");
  }

  @Test
  void text_hasTimeLevelLoggerMessageAndFields() {
    Encoder<ILoggingEvent> text = encoders().toList().getFirst();
    assertThat(line(text, "Said {}.", null, "hi"))
        .isEqualTo("2026-03-01T12:00:00.123Z WARN  Some Said hi. khi=hi\n");
    assertThat(line(text, "Said.", null)).isEqualTo("2026-03-01T12:00:00.123Z WARN  Some Said.\n");
  }

  @ParameterizedTest
  @EnumSource
  void logging_usesTheseEncoders(Config.Logging.Format format) {
    Logging.format(format);
    LoggerContext context = new LoggerContext();
    Logging logging = new Logging();
    logging.setContext(context);
    var _ = logging.configure(context);
    assertThat(context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME).iteratorForAppenders())
        .toIterable()
        .singleElement()
        .extracting("encoder")
        .isInstanceOf(
            switch (format) {
              case TEXT -> TextLogEncoder.class;
              case JSON -> JsonLogEncoder.class;
            });
    context.stop();
    Logging.format(Config.Logging.Format.TEXT);
  }
}
