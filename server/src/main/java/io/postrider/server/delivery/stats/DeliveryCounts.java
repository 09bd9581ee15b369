package io.postrider.server.delivery.stats;

/**
 * What happened at one destination in a stretch of time. Belongs to one thread at a time.
 *
 * <p>Attempts are single requests; delivered and failed are messages; retried are rounds that were
 * not a message's first.
 */
public final class DeliveryCounts {

  private long attempts;
  private long delivered;
  private long retried;
  private long failed;
  private final LatencyHistogram latencies;

  public DeliveryCounts() {
    this(0, 0, 0, 0, new LatencyHistogram());
  }

  /** The tally of kept numbers. */
  public DeliveryCounts(
      long attempts, long delivered, long retried, long failed, LatencyHistogram latencies) {
    this.attempts = attempts;
    this.delivered = delivered;
    this.retried = retried;
    this.failed = failed;
    this.latencies = latencies;
  }

  /** A request was answered, or not. */
  public void attempted(long micros) {
    attempts++;
    latencies.add(micros);
  }

  public void delivered() {
    delivered++;
  }

  public void retried() {
    retried++;
  }

  public void failed(long messages) {
    failed += messages;
  }

  public void add(DeliveryCounts other) {
    attempts += other.attempts;
    delivered += other.delivered;
    retried += other.retried;
    failed += other.failed;
    latencies.add(other.latencies);
  }

  public boolean isEmpty() {
    return attempts == 0 && delivered == 0 && retried == 0 && failed == 0;
  }

  public long attempts() {
    return attempts;
  }

  /** Messages that were delivered. */
  public long deliveredCount() {
    return delivered;
  }

  public long retriedCount() {
    return retried;
  }

  public long failedCount() {
    return failed;
  }

  public LatencyHistogram latencies() {
    return latencies;
  }
}
