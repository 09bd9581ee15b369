package io.postrider.server.catalog;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.AppenderBase;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.slf4j.LoggerFactory;

/** Records log lines between open and close, including stack traces. */
public final class RecordingLog extends AppenderBase<ILoggingEvent> implements AutoCloseable {

  private record Line(String logger, String text) {}

  private final Logger root = (Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME);
  private final Queue<Line> lines = new ConcurrentLinkedQueue<>();

  private RecordingLog() {}

  public static RecordingLog open() {
    RecordingLog log = new RecordingLog();
    log.setContext(log.root.getLoggerContext());
    log.start();
    log.root.addAppender(log);
    return log;
  }

  @Override
  protected void append(ILoggingEvent event) {
    String trace =
        event.getThrowableProxy() == null
            ? ""
            : ThrowableProxyUtil.asString(event.getThrowableProxy());
    lines.add(new Line(event.getLoggerName(), event.getFormattedMessage() + trace));
  }

  public List<String> lines() {
    return lines.stream().map(Line::text).toList();
  }

  public List<String> linesOf(Class<?> logger) {
    return lines.stream()
        .filter(line -> line.logger().equals(logger.getName()))
        .map(Line::text)
        .toList();
  }

  @Override
  public void close() {
    root.detachAppender(this);
  }
}
