package io.postrider.client;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Flow.Subscription;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Reads a response body as UTF-8 up to a limit in bytes, and drops the rest. The subscriber is its
 * own body: the caller gets it before it is complete, and waits for the text with a timeout.
 */
final class BoundedText implements BodySubscriber<BoundedText> {
  private final int maxBytes;
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final CompletableFuture<String> text = new CompletableFuture<>();
  private volatile @Nullable Subscription subscription;

  BoundedText(int maxBytes) {
    this.maxBytes = maxBytes;
  }

  @Override
  public CompletionStage<BoundedText> getBody() {
    return CompletableFuture.completedFuture(this);
  }

  /** Waits for the whole text, up to a timeout. */
  String await(Duration atMost) throws IOException, InterruptedException {
    boolean complete = false;
    try {
      String whole = text.get(Math.max(0, atMost.toNanos()), TimeUnit.NANOSECONDS);
      complete = true;
      return whole;
    } catch (ExecutionException e) {
      throw new IOException("The connection closed before the end of the response.", e.getCause());
    } catch (TimeoutException e) {
      throw new IOException("The response did not end in time.", e);
    } finally {
      if (!complete) {
        cancel();
      }
    }
  }

  private void cancel() {
    Subscription current = subscription;
    if (current != null) {
      current.cancel();
    }
  }

  @Override
  public void onSubscribe(Subscription given) {
    subscription = given;
    given.request(Long.MAX_VALUE);
  }

  @Override
  public void onNext(List<ByteBuffer> buffers) {
    for (ByteBuffer buffer : buffers) {
      byte[] part = new byte[Math.min(buffer.remaining(), maxBytes - bytes.size())];
      buffer.get(part);
      bytes.write(part, 0, part.length);
    }
    if (bytes.size() == maxBytes) {
      cancel();
      onComplete();
    }
  }

  @Override
  public void onError(Throwable error) {
    text.completeExceptionally(error);
  }

  @Override
  public void onComplete() {
    text.complete(bytes.toString(StandardCharsets.UTF_8));
  }
}
