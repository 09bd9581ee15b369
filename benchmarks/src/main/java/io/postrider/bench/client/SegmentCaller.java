package io.postrider.bench.client;

import com.segment.analytics.Analytics;
import com.segment.analytics.Callback;
import com.segment.analytics.messages.Message;
import com.segment.analytics.messages.TrackMessage;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/** Calls with Segment's library, with default settings except for the queue limit. */
public final class SegmentCaller implements Caller, Callback {
  private static final long POLL_NANOS = 100_000;

  private final AtomicLong called = new AtomicLong();
  private final AtomicLong answered = new AtomicLong();
  private final AtomicLong failed = new AtomicLong();
  private final Analytics client;

  public SegmentCaller(String url, int queueMessages) {
    client =
        Analytics.builder("benchmark")
            .setUploadURL(url)
            .queueCapacity(queueMessages)
            .callback(this)
            .build();
  }

  @Override
  public void track(long number) {
    called.incrementAndGet();
    client.enqueue(
        TrackMessage.builder("Order Placed")
            .userId("user-" + number % 1000)
            .properties(Payload.properties(number))
            .context(Payload.CONTEXT));
  }

  @Override
  public void success(Message message) {
    answered.incrementAndGet();
  }

  @Override
  public void failure(Message message, Throwable throwable) {
    failed.incrementAndGet();
    answered.incrementAndGet();
  }

  @Override
  public void awaitResponses() {
    client.flush();
    while (answered.get() < called.get()) {
      LockSupport.parkNanos(POLL_NANOS);
    }
    if (failed.get() > 0) {
      throw new IllegalStateException(failed + " calls failed");
    }
  }

  @Override
  public void close() {
    client.shutdown();
  }
}
