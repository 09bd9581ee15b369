package io.postrider.server.ops;

import static java.nio.charset.StandardCharsets.UTF_8;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.classic.spi.StackTraceElementProxy;
import ch.qos.logback.core.encoder.EncoderBase;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import org.jspecify.annotations.Nullable;
import org.slf4j.event.KeyValuePair;

/**
 * Writes an event as one line: time, level, logger, message and fields as {@code key=value}. Lines
 * of a stack trace follow, indented or with the class of the exception. Everything that comes with
 * the event is {@link TerminalText escaped}. Thread-safe.
 */
final class TextLogEncoder extends EncoderBase<ILoggingEvent> {

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);

  /** The maximum number of causes and suppressed exceptions inside each other. */
  private static final int MAX_CAUSES = 20;

  private static final byte[] NOTHING = {};

  @Override
  public byte[] headerBytes() {
    return NOTHING;
  }

  @Override
  public byte[] footerBytes() {
    return NOTHING;
  }

  @Override
  public byte[] encode(ILoggingEvent event) {
    StringBuilder out = new StringBuilder(256);
    out.append(TIME.format(event.getInstant())).append(' ');
    out.append("%-5s".formatted(event.getLevel())).append(' ');
    String logger = event.getLoggerName();
    TerminalText.add(logger.substring(logger.lastIndexOf('.') + 1), out);
    out.append(' ');
    TerminalText.add(String.valueOf(event.getFormattedMessage()), out);
    if (event.getKeyValuePairs() != null) {
      for (KeyValuePair field : event.getKeyValuePairs()) {
        TerminalText.add(" " + field.key + "=" + field.value, out);
      }
    }
    out.append('\n');
    trace("", event.getThrowableProxy(), 0, out);
    return out.toString().getBytes(UTF_8);
  }

  private static void trace(
      String prefix, @Nullable IThrowableProxy thrown, int depth, StringBuilder out) {
    if (thrown == null || depth > MAX_CAUSES) {
      return;
    }
    out.append(prefix);
    TerminalText.add(thrown.getClassName(), out);
    if (thrown.getMessage() != null) {
      out.append(": ");
      TerminalText.add(thrown.getMessage(), out);
    }
    out.append('\n');
    StackTraceElementProxy[] frames = thrown.getStackTraceElementProxyArray();
    int shown = frames == null ? 0 : frames.length - thrown.getCommonFrames();
    for (int i = 0; i < shown; i++) {
      out.append('\t');
      TerminalText.add(frames[i].getSTEAsString(), out);
      out.append('\n');
    }
    if (thrown.getCommonFrames() > 0) {
      out.append("\t... ").append(thrown.getCommonFrames()).append(" common frames omitted\n");
    }
    if (thrown.isCyclic()) {
      return;
    }
    for (IThrowableProxy suppressed : thrown.getSuppressed()) {
      trace("Suppressed: ", suppressed, depth + 1, out);
    }
    trace("Caused by: ", thrown.getCause(), depth + 1, out);
  }
}
