package io.postrider.server.ingest;

import io.postrider.id.SourceId;
import io.postrider.message.Rejection;
import io.postrider.message.ScannedBody;
import io.postrider.route.Source;
import io.postrider.server.usage.debugger.Debugger;
import io.postrider.server.usage.debugger.DebuggerEvent;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/**
 * Counts rejections and shows them in the debugger. Safe to call from any thread; without an open
 * debugger session it costs one field read more than counting.
 */
final class RejectionRecorder {

  /** How many messages of one request are shown; the rest is counted. */
  static final int MAX_SHOWN = 100;

  private final IngestMetrics metrics;
  private final Debugger debugger;
  private final InstantSource time;

  RejectionRecorder(IngestMetrics metrics, Debugger debugger, InstantSource time) {
    this.metrics = metrics;
    this.debugger = debugger;
    this.time = time;
  }

  /** Records that a whole request was rejected. If the source is unknown, its header is tried. */
  void request(TrackingExchange exchange, @Nullable SourceId known, Rejection why) {
    metrics.rejected(known, why.code());
    if (!debugger.isWatched()) {
      return;
    }
    SourceId source = known;
    if (source == null) {
      Source ofKey = exchange.headerKey().source();
      source = ofKey == null ? null : ofKey.id();
    }
    if (source != null) {
      debugger.rejected(source, DebuggerEvent.request(time.instant(), why));
    }
  }

  /** Records the last rejected message of a request. */
  void message(IngestRequest request, ScannedBody body) {
    SourceId source = request.source().id();
    TrackingResponses.RejectedItem item = request.lastRejected();
    metrics.rejected(source, item.why().code());
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
}
