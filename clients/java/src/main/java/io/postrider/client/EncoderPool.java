package io.postrider.client;

import java.time.Instant;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * A small pool of encoders, to reduce garbage. Any thread may call.
 *
 * <p>There is not one per thread, because a program may have a million threads. A call that finds
 * no free encoder creates one.
 */
final class EncoderPool {
  private static final int SLOTS = 16;

  private final Random random;
  private final AtomicReferenceArray<Encoder> free = new AtomicReferenceArray<>(SLOTS);

  EncoderPool(Random random) {
    this.random = random;
  }

  QueuedMessage encode(Message<?> message, Instant now) {
    int slot = (int) (Thread.currentThread().getId() & SLOTS - 1);
    Encoder encoder = free.getAndSet(slot, null);
    if (encoder == null) {
      encoder = new Encoder(new MessageIds(random));
    }
    try {
      return encoder.encode(message, now);
    } finally {
      free.set(slot, encoder);
    }
  }
}
