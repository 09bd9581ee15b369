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
 * Reads an answer's body as UTF-8, never more than so many bytes; the rest is not waited for. It is
 * the body itself, given out before it is complete, so that waiting for it can end in time.
 */
final class BoundedText implements BodySubscriber<BoundedText> {
  private final int mostBytes;
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final CompletableFuture<String> text = new CompletableFuture<>();
  private volatile @Nullable Subscription subscription;

  BoundedText(int mostBytes) {
    this.mostBytes = mostBytes;
  }

  @Override
  public CompletionStage<BoundedText> getBody() {
    return CompletableFuture.completedFuture(this);
  }

  /** Waits for the whole text, but no longer than that. */
  String await(Duration atMost) throws IOException, InterruptedException {
    boolean whole = false;
    try {
      String answer = text.get(Math.max(0, atMost.toNanos()), TimeUnit.NANOSECONDS);
      whole = true;
      return answer;
    } catch (ExecutionException e) {
      throw new IOException("The answer broke off.", e.getCause());
    } catch (TimeoutException e) {
      throw new IOException("The answer did not end in time.", e);
    } finally {
      if (!whole) {
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
      byte[] part = new byte[Math.min(buffer.remaining(), mostBytes - bytes.size())];
      buffer.get(part);
      bytes.write(part, 0, part.length);
    }
    if (bytes.size() == mostBytes) {
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
