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
import io.postrider.message.Rejection;
import io.postrider.message.RequestContext;
import io.postrider.message.ScannedBody;
import io.postrider.message.UserHash;
import io.postrider.privacy.SuppressedUsers;
import io.postrider.route.Source;
import io.postrider.server.http.ClientAddress;
import io.postrider.server.http.LoopInbox;
import io.postrider.server.ingest.TrackingResponses.RejectedItem;
import io.postrider.server.ingest.dedupe.Claim;
import io.postrider.server.ingest.dedupe.Deduplication;
import io.postrider.server.ingest.dedupe.HashList;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import java.time.Instant;
import java.time.InstantSource;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Takes the requests of one event loop in: reads, checks, settles, deduplicates, appends, answers.
 *
 * <p>Belongs to its event loop, as do the reader and the settler with their buffers. The answer
 * leaves only when every message of the request is durable: its own and those it shares with
 * another request.
 */
public final class Collector {

  private static final CharSequence FORWARDED_FOR = HttpHeaders.createOptimized("X-Forwarded-For");
  private static final int PARTITION = 0;
  private static final int HEADER_ALLOWANCE = 320;
  private static final int BUSY_SECONDS = 1;
  private static final int UNAVAILABLE_SECONDS = 5;
  private static final Rejection BUSY =
      new Rejection(
          ErrorCode.TOO_MANY_REQUESTS, "More is waiting to be written than fits; try again soon.");
  private static final Rejection UNAVAILABLE =
      new Rejection(
          ErrorCode.UNAVAILABLE, "Messages cannot be kept at the moment; try again later.");
  private static final Rejection RATE_LIMITED =
      new Rejection(
          ErrorCode.TOO_MANY_REQUESTS, "The source's rate limit is used up; try again soon.");

  private final WriteKeyAuth gate;
  private final ClientAddress clientAddress;
  private final SourceRateLimits rateLimits;
  private final Deduplication deduplication;
  private final RecordLog log;
  private final IngestMetrics metrics;
  private final RejectionRecorder refusals;
  private final InstantSource time;
  private final MessageNormalizer settler;
  private final LoopInbox inbox;
  private final BodyReader reader = new BodyReader();
  private final RecordBufferPool buffers = new RecordBufferPool();
  private final HashList hashes = new HashList();
  private final Supplier<SuppressedUsers> suppression;
  private final UserHash userHash;

  Collector(Parts parts, MessageNormalizer settler, UserHash userHash, LoopInbox inbox) {
    this.gate = parts.gate();
    this.clientAddress = parts.clientAddress();
    this.rateLimits = parts.rateLimits();
    this.deduplication = parts.deduplication();
    this.log = parts.log();
    this.metrics = parts.metrics();
    this.refusals = parts.refusals();
    this.time = parts.time();
    this.suppression = parts.suppression();
    this.settler = settler;
    this.userHash = userHash;
    this.inbox = inbox;
  }

  /** What the collectors of all loops share; all of it may be called from any thread. */
  record Parts(
      WriteKeyAuth gate,
      ClientAddress clientAddress,
      SourceRateLimits rateLimits,
      Deduplication deduplication,
      RecordLog log,
      IngestMetrics metrics,
      Supplier<SuppressedUsers> suppression,
      RejectionRecorder refusals,
      InstantSource time) {}

  /** Takes in a request whose body has come whole and is unpacked. */
  void accept(TrackingExchange exchange, TrackingPath path, byte[] bytes, int length) {
    metrics.received(length);
    BodyResult reading =
        path instanceof TrackingPath.Single single
            ? reader.readCall(single.type(), bytes, 0, length)
            : reader.readBatch(bytes, 0, length);
    switch (reading) {
      case Rejection why -> refuse(exchange, null, why);
      case ScannedBody body -> admit(exchange, path, body, length);
    }
  }

  /** Answers that nothing of a request is accepted, and has it counted and shown. */
  void refuse(TrackingExchange exchange, @Nullable SourceId source, Rejection why) {
    refusals.request(exchange, source, why);
    TrackingResponses.failure(exchange, why);
  }

  private void admit(TrackingExchange exchange, TrackingPath path, ScannedBody body, int length) {
    Instant now = time.instant();
    String authorization = exchange.request().getHeader(HttpHeaders.AUTHORIZATION);
    switch (gate.open(authorization, body, now)) {
      case WriteKeyAuth.Denied denied -> refuse(exchange, denied.source(), denied.why());
      case WriteKeyAuth.Opened opened -> {
        Source source = opened.source();
        int waitSeconds = rateLimits.take(source, Math.max(1, body.count()));
        if (waitSeconds > 0) {
          refusals.request(exchange, source.id(), RATE_LIMITED);
          TrackingResponses.later(exchange, RATE_LIMITED, waitSeconds);
          return;
        }
        Rejection shape = body.check();
        if (shape != null) {
          refuse(exchange, source.id(), shape);
          return;
        }
        boolean single = path instanceof TrackingPath.Single;
        RecordBuffer records = buffers.take(length + HEADER_ALLOWANCE * body.count());
        IngestRequest submission =
            new IngestRequest(exchange, source, single, body.count(), records);
        if (settled(submission, body, now)) {
          submit(submission);
        }
      }
    }
  }

  /** As {@link #settle}; a fault of ours must not leave messages claimed that nobody brings. */
  private boolean settled(IngestRequest submission, ScannedBody body, Instant now) {
    try {
      return settle(submission, body, now);
    } catch (RuntimeException | Error e) {
      appended(submission, e);
      throw e;
    }
  }

  /** Makes records of the messages that are new; false if the request is answered already. */
  private boolean settle(IngestRequest submission, ScannedBody body, Instant now) {
    Source source = submission.source();
    MultiMap headers = submission.exchange().request().headers();
    String ip =
        clientAddress.of(
            submission.exchange().visit().peer(),
            headers.contains(FORWARDED_FOR) ? headers.getAll(FORWARDED_FOR) : List.of());
    settler.begin(body, new RequestContext(source.id(), source.type(), now, ip));
    hashes.clear();
    SuppressedUsers suppressed = suppression.get();
    boolean anySuppressed = !suppressed.isEmpty();
    for (int i = 0; i < body.count(); i++) {
      Rejection why = settler.normalize(i, submission.records());
      if (why == null && anySuppressed && suppress(submission, suppressed)) {
        continue;
      }
      if (why == null) {
        hashes.add(settler.messageHashHigh(), settler.messageHashLow());
      } else if (why.code() == ErrorCode.BATCH_TOO_LARGE) {
        refuse(submission.exchange(), source.id(), why);
        return false;
      } else {
        submission.reject(new RejectedItem(i, settler.messageId(), why));
        refusals.message(submission, body);
      }
    }
    if (submission.nothingAccepted()) {
      submission.answer();
      return false;
    }
    deduplicate(submission, now.toEpochMilli());
    return true;
  }

  /** Drops the record last settled if its user is suppressed: answered as if it were kept. */
  private boolean suppress(IngestRequest submission, SuppressedUsers suppressed) {
    RecordBuffer records = submission.records();
    boolean covered = suppressed.cover(records.last(), records.bytes(), userHash);
    if (covered) {
      records.dropLast();
      metrics.suppressed(submission.source().id());
    }
    return covered;
  }

  /** Claims the messages that are new and drops the records of the others. */
  private void deduplicate(IngestRequest submission, long nowMillis) {
    deduplication.touch(hashes);
    Claim claim = submission.claim();
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
        submission.share(holder);
      }
    }
    if (duplicates != null) {
      submission.records().drop(duplicates);
    }
  }

  private void submit(IngestRequest submission) {
    RecordBuffer records = submission.records();
    if (records.count() == 0) {
      awaitShared(submission);
      return;
    }
    RecordBatch batch = new RecordBatch(records.bytes(), records.ends(), records.count());
    CompletableFuture<?> _ =
        log.append(PARTITION, batch)
            .whenComplete((offset, failure) -> inbox.deliver(() -> appended(submission, failure)));
  }

  private void appended(IngestRequest submission, @Nullable Throwable failure) {
    deduplication.settle(submission.claim(), failure);
    if (failure == null) {
      metrics.accepted(submission.source().id(), submission.records().count());
      buffers.giveBack(submission.records());
      awaitShared(submission);
    } else {
      fail(submission, failure);
    }
  }

  /** Waits for messages that another request is bringing into the log, then answers. */
  private void awaitShared(IngestRequest submission) {
    CompletableFuture<?>[] shared = submission.sharedOutcomes();
    if (shared.length == 0) {
      submission.answer();
      return;
    }
    CompletableFuture<?> _ =
        CompletableFuture.allOf(shared)
            .whenComplete((done, failure) -> inbox.deliver(() -> shared(submission, failure)));
  }

  private void shared(IngestRequest submission, @Nullable Throwable failure) {
    if (failure == null) {
      submission.answer();
    } else {
      fail(submission, failure);
    }
  }

  private void fail(IngestRequest submission, Throwable failure) {
    Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
    boolean busy = cause instanceof LogBusyException;
    Rejection why = busy ? BUSY : UNAVAILABLE;
    refusals.request(submission.exchange(), submission.source().id(), why);
    TrackingResponses.later(submission.exchange(), why, busy ? BUSY_SECONDS : UNAVAILABLE_SECONDS);
  }
}
