package io.postrider.server.ops;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.encoder.Encoder;
import ch.qos.logback.core.spi.ContextAwareBase;
import io.postrider.server.config.Config;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Configures log lines on standard error: text with key=value fields, or JSON if the setting {@code
 * logging.format} says so. Code instead of XML makes the start faster.
 */
public final class Logging extends ContextAwareBase implements Configurator {

  private static final String FORMAT_PROPERTY = "postrider.logging.format";

  /** Logback calls this through its service file. */
  public Logging() {}

  /** Sets the format. Must be called before the first line is written. */
  public static void format(Config.Logging.Format format) {
    System.setProperty(FORMAT_PROPERTY, format.name());
  }

  /** Drops the lines of a library, for a command that reports its failures itself. */
  public static void silence(String library) {
    ((ch.qos.logback.classic.Logger) LoggerFactory.getLogger(library)).setLevel(Level.OFF);
  }

  @Override
  public ExecutionStatus configure(LoggerContext context) {
    ConsoleAppender<ILoggingEvent> console = new ConsoleAppender<>();
    console.setContext(context);
    console.setTarget("System.err");
    console.setEncoder(encoder(context));
    console.addFilter(new LogLimiter(System::nanoTime));
    console.start();
    ch.qos.logback.classic.Logger root = context.getLogger(Logger.ROOT_LOGGER_NAME);
    root.setLevel(Level.WARN);
    root.addAppender(console);
    context.getLogger("io.postrider").setLevel(Level.INFO);
    // while brokers are away, the clients repeat themselves; the log says it once
    context.getLogger("org.apache.kafka").setLevel(Level.ERROR);
    // a broken connection, with a stack trace; who used it says why
    context.getLogger("com.zaxxer.hikari.pool.ProxyConnection").setLevel(Level.ERROR);
    return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
  }

  private static Encoder<ILoggingEvent> encoder(LoggerContext context) {
    boolean json = Config.Logging.Format.JSON.name().equals(System.getProperty(FORMAT_PROPERTY));
    Encoder<ILoggingEvent> encoder = json ? new JsonLogEncoder() : new TextLogEncoder();
    encoder.setContext(context);
    encoder.start();
    return encoder;
  }
}
