package io.postrider.server.ops;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.LoggerContext;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;

final class LoggingProviderTest {

  @Test
  void loggers_haveTheLevelsOfTheProgram() {
    LoggingProvider provider = new LoggingProvider();
    provider.initialize();
    LoggerContext context = (LoggerContext) provider.getLoggerFactory();
    assertThat(context.isStarted()).isTrue();
    assertThat(context.getLogger("io.postrider.server").isInfoEnabled()).isTrue();
    assertThat(context.getLogger("io.postrider.server").isDebugEnabled()).isFalse();
    assertThat(context.getLogger("io.vertx").isInfoEnabled()).isFalse();
    assertThat(context.getLogger("io.vertx").isWarnEnabled()).isTrue();
    assertThat(context.getLogger("org.apache.kafka").isWarnEnabled()).isFalse();
    assertThat(context.getLogger(Logger.ROOT_LOGGER_NAME).iteratorForAppenders().hasNext())
        .isTrue();
  }
}
