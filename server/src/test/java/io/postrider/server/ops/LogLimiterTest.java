package io.postrider.server.ops;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.core.spi.FilterReply;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class LogLimiterTest {

  private final LoggerContext context = new LoggerContext();
  private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 5);
  private final LogLimiter limiter = new LogLimiter(nanos::get);

  @Test
  void stackTraces_areLimited_andTheOthersCounted() {
    assertThat(admitted("io.postrider.A", "Failed.", 50)).isEqualTo(LogLimiter.MAX_LINES);
    assertThat(admitted("io.postrider.A", "Failed otherwise.", 50)).isEqualTo(LogLimiter.MAX_LINES);
    assertThat(admitted("io.postrider.B", "Failed.", 50)).isEqualTo(LogLimiter.MAX_LINES);
    nanos.addAndGet(LogLimiter.INTERVAL.toNanos());
    LoggingEvent next = event("io.postrider.A", "Failed.", new IllegalStateException());
    assertThat(limiter.decide(next)).isEqualTo(FilterReply.NEUTRAL);
    assertThat(next.getKeyValuePairs()).hasSize(1);
    assertThat(next.getKeyValuePairs().getFirst().value).isEqualTo(50L - LogLimiter.MAX_LINES);
    LoggingEvent after = event("io.postrider.A", "Failed.", new IllegalStateException());
    assertThat(limiter.decide(after)).isEqualTo(FilterReply.NEUTRAL);
    assertThat(after.getKeyValuePairs()).isNull();
  }

  @Test
  void linesOfLibraries_areLimited_withoutAStackTraceToo() {
    int passed = 0;
    for (int i = 0; i < 50; i++) {
      passed += passes(event("io.vertx.core.X", "Unhandled.", null)) ? 1 : 0;
    }
    assertThat(passed).isEqualTo(LogLimiter.MAX_LINES);
  }

  @Test
  void ourLinesWithoutAStackTrace_pass() {
    for (int i = 0; i < 50; i++) {
      assertThat(passes(event("io.postrider.delivery", "A delivery attempt failed.", null)))
          .isTrue();
    }
  }

  @Test
  void messagesThatAreAllDifferent_shareALimit() {
    int passed = 0;
    for (int i = 0; i < 10_000; i++) {
      passed += passes(event("io.netty.X", "Unhandled " + i, null)) ? 1 : 0;
    }
    assertThat(passed).isEqualTo(LogLimiter.MAX_MESSAGES + LogLimiter.MAX_LINES);
  }

  private int admitted(String logger, String message, int times) {
    int passed = 0;
    for (int i = 0; i < times; i++) {
      passed += passes(event(logger, message, new IllegalStateException())) ? 1 : 0;
    }
    return passed;
  }

  private boolean passes(LoggingEvent event) {
    return limiter.decide(event) == FilterReply.NEUTRAL;
  }

  private LoggingEvent event(String logger, String message, @Nullable Throwable cause) {
    return new LoggingEvent(
        "", context.getLogger(logger), Level.ERROR, message, cause, new Object[0]);
  }
}
