package io.postrider.server.ingest;

import io.postrider.id.SourceId;
import io.postrider.log.LogBusyException;
import io.postrider.log.RecordBatch;
import io.postrider.log.RecordLog;
import io.postrider.message.BodyReader;
import io.postrider.message.BodyResult;
import io.postrider.message.ErrorCode;
import io.postrider.message.MessageNormalizer;
import io.postrider.message.RecordBuffer;
import io.postrider.message.RecordPartitions;
import io.postrider.message.Rejection;
import io.postrider.message.RequestContext;
import io.postrider.message.ScannedBody;
import io.postrider.message.UserHash;
import io.postrider.privacy.SuppressedUsers;
import io.postrider.route.Source;
import io.postrider.server.http.BodyBudget;
import io.postrider.server.http.ClientAddress;
import io.postrider.server.http.LoopInbox;
import io.postrider.server.ingest.TrackingResponses.RejectedItem;
import io.postrider.server.ingest.dedupe.Claim;
import io.postrider.server.ingest.dedupe.Deduplication;
import io.postrider.server.ingest.dedupe.HashList;
import io.postrider.server.tracing.Tracing;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Accepts the requests of one event loop: parses, authenticates, normalizes, deduplicates, appends,
 * answers.
 *
 * <p>Belongs to its event loop. A request is answered only when all its messages are durable,
 * including those that a concurrent request is appending.
 */
public final class Collector {

  private static final CharSequence FORWARDED_FOR = HttpHeaders.createOptimized("X-Forwarded-For");
  private static final CharSequence TRACEPARENT = HttpHeaders.createOptimized("traceparent");
  private static final int HEADER_ALLOWANCE = 320;
  private static final int SMALL_BUFFER_BYTES = 8 * 1024;
  private static final int LARGE_BUFFER_BYTES = 1024 * 1024;
  private static final int BUSY_SECONDS = 1;
  private static final int UNAVAILABLE_SECONDS = 5;
  private static final Rejection BUSY =
      new Rejection(ErrorCode.TOO_MANY_REQUESTS, "The write queue is full; retry.");
  private static final Rejection NO_MEMORY =
      new Rejection(ErrorCode.TOO_MANY_REQUESTS, "The memory for request bodies is in use; retry.");
  private static final Rejection UNAVAILABLE =
      new Rejection(ErrorCode.UNAVAILABLE, "Messages cannot be stored right now; retry later.");
  private static final Rejection RATE_LIMITED =
      new Rejection(ErrorCode.TOO_MANY_REQUESTS, "The source's rate limit is exceeded; retry.");

  private final WriteKeyAuth auth;
  private final ClientAddress clientAddress;
  private final SourceRateLimits rateLimits;
  private final Deduplication deduplication;
  private final RecordLog log;
  private final IngestMetrics metrics;
  private final RejectionRecorder rejections;
  private final InstantSource time;
  private final MessageNormalizer normalizer;
  private final LoopInbox inbox;
  private final BodyReader reader = new BodyReader();
  private final BodyBudget bodies;
  private final RecordBufferPool buffers;
  private final HashList hashes = new HashList();
  private final Supplier<SuppressedUsers> suppression;
  private final UserHash userHash;
  private final @Nullable Tracing tracing;

  /** The normalizer and the inbox belong to the event loop. */
  Collector(Ingest shared, MessageNormalizer normalizer, LoopInbox inbox) {
    this.auth = shared.auth;
    this.clientAddress = shared.clientAddress;
    this.rateLimits = shared.rateLimits;
    this.deduplication = shared.deduplication;
    this.log = shared.log;
    this.metrics = shared.metrics;
    this.suppression = shared.suppressed;
    this.rejections = shared.rejections;
    this.tracing = shared.tracing;
    this.time = shared.time;
    this.userHash = new UserHash(shared.hashKey);
    this.bodies = shared.memory.bodies();
    this.buffers = new RecordBufferPool(shared.memory.pooledRecordBytes());
    this.normalizer = normalizer;
    this.inbox = inbox;
  }

  /** Handles a request whose body is complete and decompressed. */
  void accept(TrackingExchange exchange, TrackingPath path, byte[] bytes, int length) {
    metrics.received(length);
    exchange.body(bytes, length);
    try {
      read(exchange, path, bytes, length);
    } finally {
      exchange.body(null, 0);
    }
  }

  private void read(TrackingExchange exchange, TrackingPath path, byte[] bytes, int length) {
    BodyResult reading =
        path instanceof TrackingPath.Single single
            ? reader.readCall(single.type(), bytes, 0, length)
            : reader.readBatch(bytes, 0, length);
    switch (reading) {
      case Rejection why -> reject(exchange, null, why);
      case ScannedBody body -> authorize(exchange, path, body, length);
    }
  }

  /** Rejects a whole request: answers, counts and shows it in the debugger. */
  void reject(TrackingExchange exchange, @Nullable SourceId source, Rejection why) {
    rejections.request(exchange, source, why);
    TrackingResponses.failure(exchange, why);
  }

  /** Rejects a request whose body finds no memory. */
  void rejectBody(TrackingExchange exchange) {
    Source source = exchange.headerKey().source();
    rejections.request(exchange, source == null ? null : source.id(), NO_MEMORY);
    TrackingResponses.later(exchange, NO_MEMORY, BodyBudget.RETRY_SECONDS);
  }

  private void authorize(
      TrackingExchange exchange, TrackingPath path, ScannedBody body, int length) {
    Instant now = time.instant();
    switch (auth.authenticate(exchange.headerKey(), body, now)) {
      case WriteKeyAuth.Denied denied -> reject(exchange, denied.source(), denied.why());
      case WriteKeyAuth.Authenticated authenticated -> {
        Source source = authenticated.source();
        beginSpan(exchange, path, source);
        int waitSeconds = rateLimits.take(source, Math.max(1, body.count()));
        if (waitSeconds > 0) {
          rejections.request(exchange, source.id(), RATE_LIMITED);
          TrackingResponses.later(exchange, RATE_LIMITED, waitSeconds);
          return;
        }
        Rejection shape = body.check();
        if (shape != null) {
          reject(exchange, source.id(), shape);
          return;
        }
        boolean single = path instanceof TrackingPath.Single;
        RecordBuffer records = buffers.take(length + HEADER_ALLOWANCE * body.count());
        IngestRequest request = new IngestRequest(exchange, source, single, body.count(), records);
        if (normalizeOrRelease(request, body, now)) {
          submit(request);
        }
      }
    }
  }

  private void beginSpan(TrackingExchange exchange, TrackingPath path, Source source) {
    if (tracing == null) {
      return;
    }
    HttpServerRequest request = exchange.request();
    String call = path instanceof TrackingPath.Single single ? single.type().wireName() : "batch";
    exchange.span(
        tracing.call(
            request.getHeader(TRACEPARENT),
            TrackingPath.PREFIX + call,
            request.path(),
            String.valueOf(request.scheme()),
            source.id(),
            exchange.beganNanos()));
  }

  /** As {@link #normalize}; after an unexpected exception no message stays claimed. */
  private boolean normalizeOrRelease(IngestRequest request, ScannedBody body, Instant now) {
    try {
      return normalize(request, body, now);
    } catch (RuntimeException | Error e) {
      appended(request, e);
      throw e;
    }
  }

  /** Makes records of the new messages; false if the request is already answered. */
  private boolean normalize(IngestRequest request, ScannedBody body, Instant now) {
    Source source = request.source();
    MultiMap headers = request.exchange().request().headers();
    String ip =
        clientAddress.of(
            request.exchange().activity().peer(),
            headers.contains(FORWARDED_FOR) ? headers.getAll(FORWARDED_FOR) : List.of());
    normalizer.begin(
        body, new RequestContext(source.id(), source.type(), now, ip, request.exchange().trace()));
    hashes.clear();
    SuppressedUsers suppressed = suppression.get();
    boolean anySuppressed = !suppressed.isEmpty();
    for (int i = 0; i < body.count(); i++) {
      Rejection why = normalizer.normalize(i, request.records());
      if (why == null && anySuppressed && suppress(request, suppressed)) {
        continue;
      }
      if (why == null) {
        hashes.add(normalizer.messageHashHigh(), normalizer.messageHashLow());
      } else if (why.code() == ErrorCode.BATCH_TOO_LARGE) {
        reject(request.exchange(), source.id(), why);
        return false;
      } else {
        request.reject(new RejectedItem(i, normalizer.messageId(), why));
        rejections.message(request, body);
      }
    }
    if (request.nothingAccepted()) {
      request.answer();
      return false;
    }
    CompletableFuture<Void> missing = deduplication.missing(hashes);
    if (missing != null) {
      hold(request, missing);
      return false;
    }
    deduplicate(request, hashes);
    return true;
  }

  /**
   * Holds a request until the part of the deduplication window that it needs is restored, soon
   * after a start. Its records take memory of request bodies meanwhile.
   */
  private void hold(IngestRequest request, CompletableFuture<Void> missing) {
    int sizeBytes = request.records().bytes().length;
    if (!bodies.take(sizeBytes, true)) {
      rejectBody(request.exchange());
      return;
    }
    HashList own = hashes.copy();
    CompletableFuture<?> _ =
        missing.whenComplete(
            (done, failure) ->
                inbox.deliver(
                    () -> {
                      bodies.give(sizeBytes);
                      onRestored(request, own, failure);
                    }));
  }

  private void onRestored(IngestRequest request, HashList own, @Nullable Throwable outcome) {
    try {
      if (outcome == null) {
        deduplicateOrRelease(request, own);
        submit(request);
      } else {
        fail(request, outcome);
      }
    } catch (RuntimeException | Error failure) {
      request.exchange().fail(failure);
    }
  }

  /** After an unexpected exception no message stays claimed. */
  private void deduplicateOrRelease(IngestRequest request, HashList own) {
    try {
      deduplicate(request, own);
    } catch (RuntimeException | Error e) {
      appended(request, e);
      throw e;
    }
  }

  /** Drops the last record if its user is suppressed; the message is still answered 200. */
  private boolean suppress(IngestRequest request, SuppressedUsers suppressed) {
    RecordBuffer records = request.records();
    boolean covered = suppressed.cover(records.last(), records.bytes(), userHash);
    if (covered) {
      records.dropLast();
      metrics.suppressed(request.source().id());
    }
    return covered;
  }

  /** Claims the messages that are new and drops the records of the others. */
  private void deduplicate(IngestRequest request, HashList hashes) {
    long nowMillis = deduplication.nowMillis();
    deduplication.touch(hashes);
    Claim claim = request.claim();
    BitSet duplicates = null;
    for (int i = 0; i < hashes.count(); i++) {
      Claim holder = deduplication.claim(hashes.high(i), hashes.low(i), claim, nowMillis);
      if (holder == null) {
        continue;
      }
      metrics.duplicate();
      duplicates = duplicates == null ? new BitSet() : duplicates;
      duplicates.set(i);
      if (holder != claim && holder != Deduplication.DURABLE) {
        request.share(holder);
      }
    }
    if (duplicates != null) {
      request.records().drop(duplicates);
    }
  }

  private void submit(IngestRequest request) {
    RecordBuffer records = compacted(request);
    if (records.count() == 0) {
      awaitShared(request);
      return;
    }
    CompletableFuture<?> append = append(records);
    if (append.isCompletedExceptionally()) {
      // refused: its records must not stay in memory until the loop has read all its connections
      onAppended(request, 0, false, append.exceptionNow());
      return;
    }
    int count = records.count();
    boolean pooled = buffers.pools(records);
    CompletableFuture<?> _ =
        append.whenComplete(
            (offset, failure) -> {
              if (!pooled) {
                // the loop may be busy; a large buffer must not wait for it
                request.forgetRecords();
              }
              inbox.deliver(() -> onAppended(request, count, pooled, failure));
            });
  }

  /** Appends records, each to the partition of its source and user. */
  private CompletableFuture<?> append(RecordBuffer records) {
    int partition = RecordPartitions.common(records, log.partitions());
    if (partition != RecordPartitions.SEVERAL) {
      return log.append(partition, batch(records));
    }
    List<RecordBuffer> split = RecordPartitions.split(records, log.partitions());
    List<CompletableFuture<Long>> appends = new ArrayList<>();
    for (int i = 0; i < split.size(); i++) {
      if (split.get(i).count() > 0) {
        appends.add(log.append(i, batch(split.get(i))));
      }
    }
    return CompletableFuture.allOf(appends.toArray(CompletableFuture[]::new));
  }

  private static RecordBatch batch(RecordBuffer records) {
    return new RecordBatch(records.bytes(), records.ends(), records.count());
  }

  private void onAppended(
      IngestRequest request, int count, boolean pooled, @Nullable Throwable outcome) {
    try {
      if (outcome == null) {
        metrics.accepted(request.source().id(), count);
      }
      if (pooled) {
        buffers.release(request.records());
      }
      appended(request, outcome);
    } catch (RuntimeException | Error failure) {
      request.exchange().fail(failure);
    }
  }

  /**
   * The records of a request. If most of its messages were dropped, or its buffer grew large, the
   * buffer is replaced: the log bounds what waits for it by the records, not by the memory around
   * them.
   */
  private RecordBuffer compacted(IngestRequest request) {
    RecordBuffer records = request.records();
    int capacity = records.bytes().length;
    boolean dropped = records.count() < request.messages() && capacity > SMALL_BUFFER_BYTES;
    boolean large = capacity > LARGE_BUFFER_BYTES;
    if (!(dropped || large) || records.sizeBytes() > capacity / 4 * 3) {
      return records;
    }
    request.records(records.compacted());
    buffers.release(records);
    return request.records();
  }

  private void appended(IngestRequest request, @Nullable Throwable failure) {
    deduplication.settle(request.claim(), failure);
    if (failure == null) {
      awaitShared(request);
    } else {
      fail(request, failure);
    }
  }

  /** Waits for messages that another request is appending, then answers. */
  private void awaitShared(IngestRequest request) {
    CompletableFuture<?>[] shared = request.sharedOutcomes();
    if (shared.length == 0) {
      request.answer();
      return;
    }
    CompletableFuture<?> _ =
        CompletableFuture.allOf(shared)
            .whenComplete((done, failure) -> inbox.deliver(() -> onShared(request, failure)));
  }

  private void onShared(IngestRequest request, @Nullable Throwable outcome) {
    try {
      if (outcome == null) {
        request.answer();
      } else {
        fail(request, outcome);
      }
    } catch (RuntimeException | Error failure) {
      request.exchange().fail(failure);
    }
  }

  private void fail(IngestRequest request, Throwable failure) {
    Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
    boolean busy = cause instanceof LogBusyException;
    Rejection why = busy ? BUSY : UNAVAILABLE;
    rejections.request(request.exchange(), request.source().id(), why);
    TrackingResponses.later(request.exchange(), why, busy ? BUSY_SECONDS : UNAVAILABLE_SECONDS);
  }
}
