package io.postrider.server.people.audience;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.postrider.server.background.BackgroundTask;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The task that keeps audiences and computed traits up to date. Any thread may offer it
 * definitions, or wake it.
 */
public final class AudienceEngine implements AutoCloseable {

  private static final BackgroundTask.Options OPTIONS =
      BackgroundTask.Options.every(
              Duration.ofSeconds(1), "audience-engine", "Cannot update audiences; retrying.")
          .atOnce()
          .lowPriority();

  private final EvaluationScheduler scheduler;
  private final InstantSource time;
  private final BooleanSupplier mayRun;
  private final Counter failures;
  private final BackgroundTask task = BackgroundTask.of(OPTIONS, this::step);
  private final AtomicBoolean woken = new AtomicBoolean();
  private final AtomicBoolean destinationsChanged = new AtomicBoolean();
  private volatile Definitions offered = Definitions.NONE;
  private volatile Map<Long, String> broken = Map.of();
  private @Nullable Definitions applied;

  /**
   * An engine that is not started yet.
   *
   * @param reach the present reach of all destinations; may block
   * @param publisher is woken after changes
   * @param mayRun whether this node is the one that evaluates
   */
  public AudienceEngine(
      EvaluationStore store,
      Supplier<List<DestinationReach>> reach,
      OutboxPublisher publisher,
      InstantSource time,
      MeterRegistry metrics,
      BooleanSupplier mayRun) {
    this.mayRun = mayRun;
    this.scheduler = new EvaluationScheduler(store, reach, publisher::waiting, publisher::wake);
    this.time = time;
    this.failures =
        Counter.builder("postrider.audience.failures")
            .description("Evaluations that failed and were retried")
            .register(metrics);
  }

  public void start() {
    task.start();
  }

  /** Replaces the definitions. */
  public void offer(Definitions definitions) {
    offered = definitions;
    wake();
  }

  /** Makes the engine look for destinations that missed messages. */
  public void checkDestinations() {
    destinationsChanged.set(true);
    wake();
  }

  public Definitions definitions() {
    return offered;
  }

  /** Makes the engine look for work now. */
  public void wake() {
    woken.set(true);
    task.wake();
  }

  /** The errors of broken computations, by computation number. */
  public Map<Long, String> broken() {
    return broken;
  }

  private boolean step() {
    if (!mayRun.getAsBoolean()) {
      // what another node does meanwhile is read again
      applied = null;
      destinationsChanged.set(true);
      return false;
    }
    try {
      Definitions current = offered;
      if (current != applied) {
        scheduler.apply(current, time.instant());
        applied = current;
      } else if (woken.getAndSet(false)) {
        scheduler.refresh();
      }
      if (destinationsChanged.get()) {
        check();
      }
      boolean more = scheduler.cycle(time.instant());
      broken = scheduler.broken();
      return more;
    } catch (RuntimeException failure) {
      failures.increment();
      throw failure;
    }
  }

  /** Resets the flag first: a change during the check, or a failed check, causes another one. */
  private void check() {
    destinationsChanged.set(false);
    try {
      scheduler.checkDestinations(time.instant());
    } catch (RuntimeException failure) {
      destinationsChanged.set(true);
      throw failure;
    }
  }

  @Override
  public void close() {
    task.close();
  }
}
