package io.postrider.server.people.audience;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.postrider.server.background.WakeSignal;
import io.postrider.server.database.DatabaseUnavailableException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The thread that keeps audiences and computed traits up to date. Any thread may offer it
 * definitions, or wake it.
 */
public final class AudienceEngine implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(AudienceEngine.class);
  private static final Duration IDLE = Duration.ofSeconds(1);
  private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);
  private static final Duration PATIENCE = Duration.ofSeconds(15);

  private final EvaluationScheduler rounds;
  private final InstantSource time;
  private final Counter failures;
  private final WakeSignal signal = new WakeSignal();
  private final Thread thread = Thread.ofPlatform().name("audience-engine").unstarted(this::run);
  private volatile Definitions offered = Definitions.NONE;
  private volatile Map<Long, String> broken = Map.of();
  private volatile boolean stopping;
  private Duration pause = FIRST_PAUSE;
  private boolean troubled;

  /**
   * An engine over a store; it does nothing until it is started.
   *
   * @param publisher who publishes the changes
   */
  public AudienceEngine(
      EvaluationStore store, OutboxPublisher publisher, InstantSource time, MeterRegistry metrics) {
    this.rounds = new EvaluationScheduler(store, publisher::waiting, publisher::wake);
    this.time = time;
    this.failures =
        Counter.builder("postrider.audience.failures")
            .description("Evaluations that failed and were tried again")
            .register(metrics);
  }

  /** Starts to compute. */
  public void start() {
    thread.start();
  }

  /** Has other definitions computed. */
  public void offer(Definitions definitions) {
    offered = definitions;
    wake();
  }

  /** The definitions that were offered last. */
  public Definitions definitions() {
    return offered;
  }

  /** Has it look for work. */
  public void wake() {
    signal.raise();
  }

  /** What is wrong with some computations, by their numbers. */
  public Map<Long, String> broken() {
    return broken;
  }

  private void run() {
    Definitions adopted = null;
    boolean more = true;
    while (!stopping) {
      try {
        Definitions those = offered;
        if (those != adopted) {
          rounds.adopt(those, time.instant());
          adopted = those;
        } else if (signal.await(more ? Duration.ZERO : IDLE)) {
          rounds.refresh();
        }
        if (!stopping) {
          more = rounds.round(time.instant());
          broken = rounds.broken();
          recovered();
        }
      } catch (RuntimeException trouble) {
        more = true;
        troubled(trouble);
      }
    }
  }

  private void troubled(RuntimeException trouble) {
    failures.increment();
    if (!troubled && !stopping) {
      troubled = true;
      String words = "Audiences are not kept up to date; it is tried again. {}";
      if (trouble instanceof DatabaseUnavailableException) {
        LOG.warn(words, trouble.getMessage());
      } else {
        LOG.error(words, "", trouble);
      }
    }
    Duration wait = pause;
    pause =
        wait.multipliedBy(2).compareTo(LONGEST_PAUSE) < 0 ? wait.multipliedBy(2) : LONGEST_PAUSE;
    boolean _ = signal.await(wait);
  }

  private void recovered() {
    pause = FIRST_PAUSE;
    if (troubled) {
      troubled = false;
      LOG.info("Audiences are kept up to date again.");
    }
  }

  /** Finishes the piece of work that is under way, and stops. */
  @Override
  public void close() {
    stopping = true;
    signal.raise();
    try {
      if (thread.isAlive() && !thread.join(PATIENCE)) {
        LOG.error("The computing of audiences does not stop.");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
