package io.postrider.server.ops;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.JsonEncoder;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.encoder.Encoder;
import ch.qos.logback.core.spi.ContextAwareBase;
import io.postrider.server.config.LoggingConfig;
import org.slf4j.Logger;

/**
 * Sets up the program's log lines on standard error: one line each, with fields as key=value, or as
 * JSON when the setting {@code logging.format} says so. In code rather than XML, which starts
 * faster. Never a payload, a key or a secret.
 */
public final class Logging extends ContextAwareBase implements Configurator {

  private static final String PATTERN =
      "%d{yyyy-MM-dd'T'HH:mm:ss.SSS'Z',UTC} %-5level %logger{0} %msg %kvp{NONE}%n%ex";

  private static final String FORMAT_PROPERTY = "postrider.logging.format";

  /** Called by Logback through its service file. */
  public Logging() {}

  /** Says how lines look; to be called before the first one is written. */
  public static void format(LoggingConfig.Format format) {
    System.setProperty(FORMAT_PROPERTY, format.name());
  }

  @Override
  public ExecutionStatus configure(LoggerContext context) {
    ConsoleAppender<ILoggingEvent> console = new ConsoleAppender<>();
    console.setContext(context);
    console.setTarget("System.err");
    console.setEncoder(encoder(context));
    console.start();
    ch.qos.logback.classic.Logger root = context.getLogger(Logger.ROOT_LOGGER_NAME);
    root.setLevel(Level.WARN);
    root.addAppender(console);
    context.getLogger("io.postrider").setLevel(Level.INFO);
    return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
  }

  private static Encoder<ILoggingEvent> encoder(LoggerContext context) {
    if (LoggingConfig.Format.JSON.name().equals(System.getProperty(FORMAT_PROPERTY))) {
      JsonEncoder json = new JsonEncoder();
      json.setContext(context);
      json.setWithContext(false);
      json.setWithSequenceNumber(false);
      json.setWithNanoseconds(false);
      json.setWithFormattedMessage(true);
      json.setWithMessage(false);
      json.start();
      return json;
    }
    PatternLayoutEncoder text = new PatternLayoutEncoder();
    text.setContext(context);
    text.setPattern(PATTERN);
    text.start();
    return text;
  }
}
