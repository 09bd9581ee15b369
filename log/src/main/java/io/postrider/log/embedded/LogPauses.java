package io.postrider.log.embedded;

import java.time.Duration;

/**
 * How long the log's threads wait.
 *
 * @param fill between two zero-filled chunks, while there is no hurry
 * @param retry between two tries to go on after a failure
 * @param housekeeping between two looks for what retention may take
 */
public record LogPauses(Duration fill, Duration retry, Duration housekeeping) {

  public static final LogPauses DEFAULT =
      new LogPauses(Duration.ofMillis(10), Duration.ofSeconds(1), Duration.ofSeconds(30));
}
