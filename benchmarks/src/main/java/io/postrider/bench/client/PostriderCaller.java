package io.postrider.bench.client;

import io.postrider.client.DeliveryListener;
import io.postrider.client.Failure;
import io.postrider.client.Postrider;
import io.postrider.client.QueuedMessage;
import io.postrider.client.Track;
import io.postrider.client.WhenFull;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Calls with Postrider's library, with default settings except for waiting when the queue is full.
 */
public final class PostriderCaller implements Caller {
  private final AtomicLong failed = new AtomicLong();
  private final Postrider client;

  public PostriderCaller(String url, int queueMessages) {
    DeliveryListener listener =
        new DeliveryListener() {
          @Override
          public void failed(List<QueuedMessage> messages, Failure failure) {
            failed.addAndGet(messages.size());
          }
        };
    client =
        Postrider.builder("benchmark")
            .endpoint(url)
            .queueMessages(queueMessages)
            .whenFull(WhenFull.BLOCK)
            .listener(listener)
            .build();
  }

  @Override
  public void track(long number) {
    client.track(
        new Track("Order Placed")
            .userId("user-" + number % 1000)
            .properties(Payload.properties(number))
            .context(Payload.CONTEXT));
  }

  @Override
  public void awaitResponses() {
    if (!client.flush(Duration.ofMinutes(5)) || failed.get() > 0) {
      throw new IllegalStateException(failed + " calls failed");
    }
  }

  @Override
  public void close() {
    client.close();
  }
}
