package io.postrider.server.ops;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.core.filter.Filter;
import ch.qos.logback.core.spi.FilterReply;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import org.slf4j.event.KeyValuePair;

/**
 * Limits log lines with a stack trace, and lines of libraries: some in a minute for each message of
 * each logger. A fault that every request triggers thus cannot fill the disk. The first line after
 * the limit says how many were skipped. Our own lines without a stack trace are limited where they
 * are written.
 *
 * <p>May be called from any thread.
 */
final class LogLimiter extends Filter<ILoggingEvent> {

  static final int MAX_LINES = 10;
  static final Duration INTERVAL = Duration.ofMinutes(1);

  /** Messages beyond these share one limit; libraries put variable text into some. */
  static final int MAX_MESSAGES = 500;

  private static final String OURS = "io.postrider.";
  private static final Message OTHERS = new Message("", "");

  private final LongSupplier nanoTime;
  private final Map<Message, Window> windows = new HashMap<>();

  private record Message(String logger, String text) {}

  private static final class Window {
    private long beganNanos;
    private int lines;
    private long skipped;
  }

  LogLimiter(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  @Override
  public FilterReply decide(ILoggingEvent event) {
    if (event.getThrowableProxy() == null && event.getLoggerName().startsWith(OURS)) {
      return FilterReply.NEUTRAL;
    }
    long skipped = admit(new Message(event.getLoggerName(), String.valueOf(event.getMessage())));
    if (skipped > 0 && event instanceof LoggingEvent line) {
      line.addKeyValuePair(new KeyValuePair("notLogged", skipped));
    }
    return skipped < 0 ? FilterReply.DENY : FilterReply.NEUTRAL;
  }

  /** The number of lines skipped before this one; -1 if it is skipped. */
  private synchronized long admit(Message message) {
    long now = nanoTime.getAsLong();
    boolean known = windows.containsKey(message) || windows.size() < MAX_MESSAGES;
    Window window = windows.computeIfAbsent(known ? message : OTHERS, key -> new Window());
    if (window.lines == 0 || now - window.beganNanos >= INTERVAL.toNanos()) {
      window.beganNanos = now;
      window.lines = 0;
    }
    if (window.lines == MAX_LINES) {
      window.skipped++;
      return -1;
    }
    window.lines++;
    long skipped = window.skipped;
    window.skipped = 0;
    return skipped;
  }
}
