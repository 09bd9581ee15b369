package io.postrider.server.config;

import io.postrider.server.config.HeapShares.Share;
import java.util.List;

/**
 * The limits of a node that follow from its heap and its limit of open files, where they are not
 * configured. Together they fit into the heap, so that no load ends the process.
 *
 * @param clientConnections the most connections from clients
 * @param receiverConnections the most connections to receivers
 * @param bodyBytes the memory for request bodies
 * @param logBytes the most bytes that wait to be written to the log
 * @param commitBytes the most bytes of a commit batch of the log, which its readers keep in memory
 * @param queueBytes the memory for messages that wait for their first attempt
 * @param inFlightBytes the memory for requests to receivers that are in flight
 * @param sampleBytes the memory for samples of recent attempts
 * @param openDeliveries the most deliveries of all destinations that wait for a retry
 * @param ledgerBytes the memory for entries that wait to be written to the ledger
 */
public record NodeLimits(
    int clientConnections,
    int receiverConnections,
    long bodyBytes,
    long logBytes,
    int commitBytes,
    long queueBytes,
    long inFlightBytes,
    long sampleBytes,
    int openDeliveries,
    long ledgerBytes) {

  private static final long MIB = 1 << 20;

  /** The heap of a connection from a client, with the head of a request. */
  private static final long CLIENT_BYTES = 16 * 1024;

  /** The same with TLS. */
  private static final long TLS_CLIENT_BYTES = 40 * 1024;

  /** The heap of a connection to a receiver, with TLS. */
  private static final long RECEIVER_BYTES = 24 * 1024;

  /** The heap of a delivery that waits for a retry. */
  private static final long OPEN_BYTES = 256;

  /** A destination's queue has at most one part in this many of the memory for queues. */
  private static final int QUEUE_PART = 32;

  private static final long MIN_DESTINATION_QUEUE = 64 * 1024;

  /** A commit batch of the log has at most one part in this many of the heap. */
  private static final int COMMIT_PART = 256;

  private static final int MIN_COMMIT = 512 * 1024;
  private static final int MAX_COMMIT = 8 * 1024 * 1024;
  private static final int MIN_CONNECTIONS = 64;
  private static final int MIN_ADMIN_REQUESTS = 16;
  private static final int MAX_ADMIN_REQUESTS = 128;
  private static final long ADMIN_REQUEST_BYTES = 512 * 1024;

  /**
   * The limits of this process.
   *
   * @throws StartException if the configured limits do not fit
   */
  public static NodeLimits of(Config config) {
    return of(config, Runtime.getRuntime().maxMemory(), OpenFiles.ofThisProcess());
  }

  static NodeLimits of(Config config, long heapBytes, OpenFiles files) {
    HttpConfig http = config.http();
    DeliveryConfig delivery = config.delivery();
    long clientBytes = http.tls().certificate().isPresent() ? TLS_CLIENT_BYTES : CLIENT_BYTES;
    Share clients = connections("connections", http.maxConnections(), clientBytes);
    Share receivers = connections("receivers", delivery.maxConnections(), RECEIVER_BYTES);
    Share bodies =
        Share.of("http.body-memory", 12, 4 * MIB, 256 * MIB).configured(http.bodyMemory());
    Share log = Share.of("log.max-waiting", 16, 16 * MIB, 64 * MIB);
    log = log.configured(config.log().maxWaiting());
    Share queue = Share.of("delivery.queue-memory", 6, 4 * MIB, 128 * MIB);
    queue = queue.configured(delivery.queueMemory());
    // results of reading for destinations that are behind, on their way into the queues
    Share reading = Share.of("reading", 4, 3 * MIB, 128 * MIB);
    Share inFlight = Share.of("in flight", 6, 4 * MIB, 128 * MIB);
    Share samples = Share.of("delivery.sample-memory", 2, MIB, 32 * MIB);
    samples = samples.configured(delivery.sampleMemory());
    Share open = Share.of("open deliveries", 2, MIB, 1024 * MIB);
    Share ledger = Share.of("ledger", 2, MIB, 64 * MIB);
    HeapShares heap =
        new HeapShares(
            heapBytes,
            List.of(
                clients, receivers, bodies, log, queue, reading, inFlight, samples, open, ledger));
    heap.requireFit();
    files.requireEnough();
    return new NodeLimits(
        files.incoming((int) (heap.bytes(clients) / clientBytes)),
        files.outgoing((int) (heap.bytes(receivers) / RECEIVER_BYTES)),
        heap.bytes(bodies),
        heap.bytes(log),
        Math.clamp(heapBytes / COMMIT_PART, MIN_COMMIT, MAX_COMMIT),
        heap.bytes(queue),
        heap.bytes(inFlight),
        heap.bytes(samples),
        (int) (heap.bytes(open) / OPEN_BYTES),
        heap.bytes(ledger));
  }

  private static Share connections(String name, int most, long bytesEach) {
    long min = Math.min(most, MIN_CONNECTIONS) * bytesEach;
    return Share.of(name, 8, min, most * bytesEach);
  }

  /** The size of one destination's queue, at most as configured. */
  public int destinationQueueBytes(DeliveryConfig delivery) {
    long share = Math.max(MIN_DESTINATION_QUEUE, queueBytes / QUEUE_PART);
    return (int) Math.min(delivery.queueBytes().bytes(), share);
  }

  /** The most concurrent requests to the admin API. */
  public int adminRequests() {
    return Math.clamp(bodyBytes / ADMIN_REQUEST_BYTES, MIN_ADMIN_REQUESTS, MAX_ADMIN_REQUESTS);
  }

  /** The limits in one line. */
  @Override
  public String toString() {
    return "%,d connections from clients, %,d to receivers; %s of request bodies,"
            .formatted(clientConnections, receiverConnections, HeapShares.mib(bodyBytes))
        + " %s waiting for the log, %s of delivery queues"
            .formatted(HeapShares.mib(logBytes), HeapShares.mib(queueBytes));
  }
}
