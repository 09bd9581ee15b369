package io.postrider.server.cluster;

import io.postrider.server.background.BackgroundTask;
import io.postrider.server.database.Database;
import io.postrider.server.database.Schema;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Jobs that one node at a time runs. A node leases each job for {@link #LEASE} and renews that
 * every two seconds; when it dies, or loses the database for so long, another one takes over. A
 * node that stops gives its jobs up at once. Any thread may ask.
 *
 * <p>A node counts a lease from before its transaction and ends it {@link #MARGIN} early, so that
 * its clock may run at a slightly other speed than the database's. A single node has every job.
 */
public final class JobLeases implements AutoCloseable {

  /** How long a job stays with a node that has died. */
  public static final Duration LEASE = Duration.ofSeconds(10);

  static final Duration MARGIN = Duration.ofSeconds(2);
  private static final Duration INTERVAL = Duration.ofSeconds(2);
  private static final Logger LOG = LoggerFactory.getLogger(JobLeases.class);

  /** A job and until when this node has it. */
  private static final class Job {
    volatile long untilMillis = Long.MIN_VALUE;
  }

  private final @Nullable LeaseStore store;
  private final String node;
  private final InstantSource steadyTime;
  private final Map<String, Job> jobs = new ConcurrentHashMap<>();
  private final BackgroundTask task =
      BackgroundTask.of(
          BackgroundTask.Options.every(
                  INTERVAL, "job-leases", "Cannot lease the jobs of this node; retrying.")
              .backoff(INTERVAL, INTERVAL),
          this::step);

  JobLeases(@Nullable LeaseStore store, String node, InstantSource steadyTime) {
    this.store = store;
    this.node = node;
    this.steadyTime = steadyTime;
  }

  /** The jobs of a node that is the only one. */
  public static JobLeases ofOneNode() {
    return new JobLeases(null, "", InstantSource.system());
  }

  /**
   * Begins to lease jobs.
   *
   * @param database one with {@link Schema#CATALOG}, which all nodes share
   * @param steadyTime advances evenly
   */
  public static JobLeases start(Database database, String node, InstantSource steadyTime) {
    JobLeases leases = new JobLeases(new SqlLeaseStore(database), node, steadyTime);
    BackgroundTask _ = leases.task.start();
    return leases;
  }

  /**
   * The nodes that have a job now: those that run, and one that died within {@link #LEASE}.
   *
   * @param database one with {@link Schema#CATALOG}
   */
  public static Set<String> holders(Database database) {
    return new SqlLeaseStore(database).holders();
  }

  /** Asks for a job from now on; the answer says whether this node has it. */
  public BooleanSupplier job(String name) {
    if (store == null) {
      return () -> true;
    }
    Job job = jobs.computeIfAbsent(name, unknown -> new Job());
    task.wake();
    return () -> steadyTime.millis() < job.untilMillis;
  }

  private boolean step() {
    renew();
    return false;
  }

  void renew() {
    if (store == null || jobs.isEmpty()) {
      return;
    }
    long untilMillis = steadyTime.millis() + LEASE.minus(MARGIN).toMillis();
    Set<String> taken = store.take(node, List.copyOf(jobs.keySet()), LEASE);
    jobs.forEach(
        (name, job) -> job.untilMillis = taken.contains(name) ? untilMillis : Long.MIN_VALUE);
  }

  /** Gives the jobs up. Those who run them have stopped. */
  @Override
  public void close() {
    task.close();
    if (store != null && !jobs.isEmpty()) {
      jobs.values().forEach(job -> job.untilMillis = Long.MIN_VALUE);
      try {
        store.release(node);
      } catch (RuntimeException failed) {
        LOG.debug("Cannot release jobs; their leases end.", failed);
      }
    }
  }
}
