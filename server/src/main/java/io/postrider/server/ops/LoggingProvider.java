package io.postrider.server.ops;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.util.LogbackMDCAdapter;
import org.slf4j.ILoggerFactory;
import org.slf4j.IMarkerFactory;
import org.slf4j.LoggerFactory;
import org.slf4j.helpers.BasicMarkerFactory;
import org.slf4j.helpers.Reporter;
import org.slf4j.spi.MDCAdapter;
import org.slf4j.spi.SLF4JServiceProvider;

/**
 * Logback as {@link Logging} configures it. Logback's own provider first searches the class path
 * for configurations and reads the time zones, which delays each start.
 */
public final class LoggingProvider implements SLF4JServiceProvider {

  /** The version of SLF4J's interface that this implements. */
  private static final String API_VERSION = "2.0.99";

  private final LoggerContext context = new LoggerContext();
  private final IMarkerFactory markers = new BasicMarkerFactory();
  private final LogbackMDCAdapter diagnostics = new LogbackMDCAdapter();

  /** SLF4J calls this. */
  public LoggingProvider() {}

  /** Makes this the provider of the program. Must be called before the first logger is made. */
  public static void select() {
    System.setProperty(LoggerFactory.PROVIDER_PROPERTY_KEY, LoggingProvider.class.getName());
    System.setProperty(Reporter.SLF4J_INTERNAL_VERBOSITY_KEY, "WARN"); // else it prints its choice
  }

  @Override
  public void initialize() {
    context.setName("default");
    context.setMDCAdapter(diagnostics);
    Logging logging = new Logging();
    logging.setContext(context);
    Configurator.ExecutionStatus _ = logging.configure(context);
    context.start();
  }

  @Override
  public ILoggerFactory getLoggerFactory() {
    return context;
  }

  @Override
  public IMarkerFactory getMarkerFactory() {
    return markers;
  }

  @Override
  public MDCAdapter getMDCAdapter() {
    return diagnostics;
  }

  @Override
  public String getRequestedApiVersion() {
    return API_VERSION;
  }
}
