package io.postrider.server.ingest;

import io.postrider.id.SourceId;
import io.postrider.message.Rejection;
import io.postrider.message.ScannedBody;
import io.postrider.route.Source;
import io.postrider.server.http.ClientAddress;
import io.postrider.server.rejected.RejectedCall;
import io.postrider.server.rejected.RejectedCalls;
import io.postrider.server.usage.debugger.Debugger;
import io.postrider.server.usage.debugger.DebuggerEvent;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Counts rejections, keeps some of them, and shows them in the debugger. Safe to call from any
 * thread; never waits.
 */
final class RejectionRecorder {

  private static final CharSequence FORWARDED_FOR = HttpHeaders.createOptimized("X-Forwarded-For");

  /** How many messages of one request are shown; the rest is counted. */
  static final int MAX_SHOWN = 100;

  private final IngestMetrics metrics;
  private final Debugger debugger;
  private final RejectedCalls calls;
  private final ClientAddress clientAddress;
  private final InstantSource time;

  RejectionRecorder(
      IngestMetrics metrics,
      Debugger debugger,
      RejectedCalls calls,
      ClientAddress clientAddress,
      InstantSource time) {
    this.metrics = metrics;
    this.debugger = debugger;
    this.calls = calls;
    this.clientAddress = clientAddress;
    this.time = time;
  }

  /** Records that a whole request was rejected. If the source is unknown, its header is tried. */
  void request(TrackingExchange exchange, @Nullable SourceId known, Rejection why) {
    metrics.rejected(known, why.code());
    SourceId source = known;
    if (source == null) {
      Source ofKey = exchange.headerKey().source();
      source = ofKey == null ? null : ofKey.id();
    }
    String sender = sender(exchange);
    if (calls.counted(source, why.code(), sender)) {
      calls.keep(
          RejectedCall.request(
              time.instant(), source, why, sender, exchange.body(), exchange.bodyBytes()));
    }
    if (source != null && debugger.isWatched()) {
      debugger.rejected(source, DebuggerEvent.request(time.instant(), why));
    }
  }

  /** Records the last rejected message of a request. */
  void message(IngestRequest request, ScannedBody body) {
    SourceId source = request.source().id();
    TrackingResponses.RejectedItem item = request.lastRejected();
    metrics.rejected(source, item.why().code());
    String sender = sender(request.exchange());
    if (calls.counted(source, item.why().code(), sender)) {
      calls.keep(
          RejectedCall.message(
              time.instant(),
              source,
              item.why(),
              sender,
              item.index(),
              body.message(item.index())));
    }
    if (!debugger.isWatched()) {
      return;
    }
    if (request.rejectedCount() > MAX_SHOWN) {
      debugger.notShown(source, 1);
      return;
    }
    debugger.rejected(
        source,
        new DebuggerEvent.Rejected(
            time.instant(),
            item.why(),
            body.callType(),
            body.callType() == null ? item.index() : null,
            item.messageId(),
            body.message(item.index())));
  }

  private String sender(TrackingExchange exchange) {
    MultiMap headers = exchange.request().headers();
    return clientAddress.of(
        exchange.activity().peer(),
        headers.contains(FORWARDED_FOR) ? headers.getAll(FORWARDED_FOR) : List.of());
  }
}
