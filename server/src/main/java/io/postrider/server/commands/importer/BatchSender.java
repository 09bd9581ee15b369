package io.postrider.server.commands.importer;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.postrider.server.commands.importer.BatchAnswer.Rejection;
import io.postrider.server.config.DurationText;
import io.postrider.server.config.StartException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/**
 * Sends a batch until every call in it is accepted or rejected. Waits and tries again while the
 * service is busy, and splits a batch that the service cannot read, so that one bad call costs only
 * itself. Belongs to one thread, which it blocks.
 */
public final class BatchSender {

  private static final Duration FIRST_WAIT = Duration.ofMillis(500);
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(30);

  private final Transport transport;
  private final Pause pause;
  private final InstantSource time;
  private final Duration patience;

  /** Posts a body once. */
  @FunctionalInterface
  public interface Transport {

    BatchAnswer post(byte[] body) throws InterruptedException;
  }

  /** Waits. */
  @FunctionalInterface
  public interface Pause {

    void sleep(Duration time) throws InterruptedException;
  }

  /**
   * @param patience how long a busy service is asked again
   */
  public BatchSender(Transport transport, Pause pause, InstantSource time, Duration patience) {
    this.transport = transport;
    this.pause = pause;
    this.time = time;
    this.patience = patience;
  }

  /**
   * Sends calls, each a JSON object.
   *
   * @return the calls that were rejected, by their index
   * @throws StartException if the service refuses all calls, or is busy for too long; some calls
   *     may have been accepted
   */
  public List<Rejection> send(List<String> calls) throws InterruptedException {
    if (calls.isEmpty()) {
      return List.of();
    }
    byte[] body = ("{\"batch\":[" + String.join(",", calls) + "]}").getBytes(UTF_8);
    long startMillis = time.millis();
    return switch (settle(body, startMillis + patience.toMillis())) {
      case BatchAnswer.Settled settled -> settled.rejected();
      case BatchAnswer.Unreadable unreadable -> split(calls, unreadable);
      case BatchAnswer.Refused refused -> throw new StartException(refused.reason());
      case BatchAnswer.Busy busy ->
          throw new StartException(
              "%s Tried %s. Run the same command again later."
                  .formatted(sentence(busy.reason()), tried(startMillis)));
    };
  }

  /** Repeats while the service is busy. */
  private BatchAnswer settle(byte[] body, long endMillis) throws InterruptedException {
    Duration wait = FIRST_WAIT;
    while (true) {
      BatchAnswer answer = transport.post(body);
      if (!(answer instanceof BatchAnswer.Busy busy)) {
        return answer;
      }
      Duration left = Duration.ofMillis(endMillis - time.millis());
      if (!left.isPositive() || busy.pause().compareTo(left) > 0) {
        return answer;
      }
      Duration next = wait.compareTo(left) < 0 ? wait : left;
      pause.sleep(busy.pause().compareTo(next) > 0 ? busy.pause() : next);
      wait = wait.multipliedBy(2);
      wait = wait.compareTo(LONGEST_WAIT) < 0 ? wait : LONGEST_WAIT;
    }
  }

  private List<Rejection> split(List<String> calls, BatchAnswer.Unreadable unreadable)
      throws InterruptedException {
    if (calls.size() == 1) {
      return List.of(new Rejection(0, unreadable.code(), unreadable.message()));
    }
    int half = calls.size() / 2;
    List<Rejection> rejected = new ArrayList<>(send(calls.subList(0, half)));
    for (Rejection one : send(calls.subList(half, calls.size()))) {
      rejected.add(new Rejection(one.index() + half, one.code(), one.message()));
    }
    return rejected;
  }

  private String tried(long startMillis) {
    long seconds = (time.millis() - startMillis) / 1_000;
    return seconds < 1 ? "once" : "for " + DurationText.text(Duration.ofSeconds(seconds));
  }

  private static String sentence(String reason) {
    return reason.endsWith(".") ? reason : reason + ".";
  }
}
