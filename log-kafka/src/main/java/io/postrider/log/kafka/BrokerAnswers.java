package io.postrider.log.kafka;

import io.postrider.log.LogUnavailableException;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.common.KafkaException;

/** Waits for answers of the brokers. */
final class BrokerAnswers {

  private BrokerAnswers() {}

  /**
   * The answer.
   *
   * @throws KafkaException if it is an error
   * @throws LogUnavailableException if it does not come in time
   */
  static <T> T await(Future<T> answer, Duration timeout) {
    try {
      return answer.get(Math.max(1, timeout.toNanos()), TimeUnit.NANOSECONDS);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof KafkaException error) {
        throw error;
      }
      throw new LogUnavailableException("cannot ask the brokers: " + e.getMessage(), e);
    } catch (TimeoutException e) {
      throw new LogUnavailableException(
          "the brokers do not answer; check that they run, and 'log.kafka.bootstrap'", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new LogUnavailableException("interrupted while waiting for the brokers", e);
    }
  }
}
