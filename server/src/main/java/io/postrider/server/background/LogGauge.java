package io.postrider.server.background;

import io.micrometer.core.instrument.Gauge;
import io.postrider.log.LogUnavailableException;
import java.util.function.ToDoubleFunction;

/** Gauges of a log, which have no value (NaN) while the log is unavailable. */
public final class LogGauge {

  private LogGauge() {}

  /** The same as {@link Gauge#builder(String, Object, ToDoubleFunction)}. */
  public static <T> Gauge.Builder<T> of(String name, T subject, ToDoubleFunction<T> value) {
    return Gauge.builder(
        name,
        subject,
        one -> {
          try {
            return value.applyAsDouble(one);
          } catch (LogUnavailableException away) {
            return Double.NaN;
          }
        });
  }
}
