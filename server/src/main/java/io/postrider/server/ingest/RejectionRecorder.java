package io.postrider.server.ingest;

import io.postrider.id.SourceId;
import io.postrider.message.Rejection;
import io.postrider.message.ScannedBody;
import io.postrider.server.usage.debugger.Debugger;
import io.postrider.server.usage.debugger.DebuggerEvent;
import io.vertx.core.http.HttpHeaders;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/**
 * What is turned away: counted, and shown to whoever watches its source. Safe to call from any
 * thread; costs the reading of one field more while nobody watches.
 */
final class RejectionRecorder {

  /** How many messages of one request are shown; the rest is only told of. */
  static final int MOST_SHOWN = 100;

  private final IngestMetrics metrics;
  private final Debugger debugger;
  private final WriteKeyAuth gate;
  private final InstantSource time;

  RejectionRecorder(
      IngestMetrics metrics, Debugger debugger, WriteKeyAuth gate, InstantSource time) {
    this.metrics = metrics;
    this.debugger = debugger;
    this.gate = gate;
    this.time = time;
  }

  /** Nothing of a request is accepted. Its header may tell the source if nothing else did. */
  void request(TrackingExchange exchange, @Nullable SourceId known, Rejection why) {
    metrics.rejected(known, why.code());
    if (!debugger.isWatched()) {
      return;
    }
    SourceId source = known;
    if (source == null) {
      String authorization = exchange.request().getHeader(HttpHeaders.AUTHORIZATION);
      source = gate.sourceOf(authorization, time.instant());
    }
    if (source != null) {
      debugger.rejected(source, DebuggerEvent.request(time.instant(), why));
    }
  }

  /** One message of a submission is not accepted, the last of those that it has noted. */
  void message(IngestRequest submission, ScannedBody body) {
    SourceId source = submission.source().id();
    TrackingResponses.RejectedItem item = submission.lastRejected();
    metrics.rejected(source, item.why().code());
    if (!debugger.isWatched()) {
      return;
    }
    if (submission.rejectedCount() > MOST_SHOWN) {
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
