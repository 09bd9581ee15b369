package io.postrider.server.ingest;

import io.postrider.message.RecordBuffer;
import io.postrider.route.Source;
import io.postrider.server.ingest.TrackingResponses.RejectedItem;
import io.postrider.server.ingest.dedupe.Claim;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * One request being accepted: its records, its claim, the claims of other requests that it waits
 * for, and its rejected messages.
 *
 * <p>Belongs to the request's event loop.
 */
final class IngestRequest {

  private static final CompletableFuture<?>[] NONE = {};

  private final TrackingExchange exchange;
  private final Source source;
  private final boolean single;
  private final int messages;
  private @Nullable RecordBuffer records;
  private final Claim claim;
  private List<RejectedItem> rejected = List.of();
  private Set<Claim> shared = Set.of();

  IngestRequest(
      TrackingExchange exchange,
      Source source,
      boolean single,
      int messages,
      RecordBuffer records) {
    this.exchange = exchange;
    this.source = source;
    this.single = single;
    this.messages = messages;
    this.records = records;
    this.claim = new Claim(messages);
  }

  TrackingExchange exchange() {
    return exchange;
  }

  Source source() {
    return source;
  }

  /** The number of messages in the request. */
  int messages() {
    return messages;
  }

  /** The records; must not be called after {@link #forgetRecords}. */
  RecordBuffer records() {
    if (records == null) {
      throw new IllegalStateException("the records are durable and forgotten");
    }
    return records;
  }

  /** Releases the memory of durable records. The log's thread may call it, once it is done. */
  void forgetRecords() {
    records = null;
  }

  void records(RecordBuffer other) {
    records = other;
  }

  Claim claim() {
    return claim;
  }

  void reject(RejectedItem item) {
    if (rejected.isEmpty()) {
      rejected = new ArrayList<>();
    }
    rejected.add(item);
  }

  int rejectedCount() {
    return rejected.size();
  }

  /** The last rejected message; there must be one. */
  RejectedItem lastRejected() {
    return rejected.getLast();
  }

  /** Another request is appending one of this request's messages. */
  void share(Claim holder) {
    if (shared.isEmpty()) {
      shared = new LinkedHashSet<>();
    }
    shared.add(holder);
  }

  CompletableFuture<?>[] sharedOutcomes() {
    return shared.isEmpty()
        ? NONE
        : shared.stream().map(Claim::outcome).toArray(CompletableFuture<?>[]::new);
  }

  boolean nothingAccepted() {
    return rejected.size() == messages;
  }

  /** Answers the request; all accepted messages are durable. */
  void answer() {
    if (rejected.isEmpty()) {
      TrackingResponses.success(exchange);
    } else if (single) {
      TrackingResponses.failure(exchange, rejected.getFirst().why());
    } else if (nothingAccepted()) {
      TrackingResponses.allRejected(exchange, rejected);
    } else {
      TrackingResponses.partly(exchange, rejected);
    }
  }
}
