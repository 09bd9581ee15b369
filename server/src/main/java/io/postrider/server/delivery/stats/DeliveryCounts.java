package io.postrider.server.delivery.stats;

/**
 * Delivery counters of one destination. Belongs to one thread at a time.
 *
 * <p>Attempts are requests; delivered and failed are messages; retried are rounds after the first.
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

  public DeliveryCounts(
      long attempts, long delivered, long retried, long failed, LatencyHistogram latencies) {
    this.attempts = attempts;
    this.delivered = delivered;
    this.retried = retried;
    this.failed = failed;
    this.latencies = latencies;
  }

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
