package io.postrider.client;

import java.time.Instant;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * A few encoders to be used again, so that a call costs little garbage. Any thread may call.
 *
 * <p>Not one per thread: a program may have a million threads. A call that finds none free makes
 * one, and keeps it if there is a place.
 */
final class Encoders {
  private static final int PLACES = 16;

  private final Random random;
  private final AtomicReferenceArray<Encoder> free = new AtomicReferenceArray<>(PLACES);

  Encoders(Random random) {
    this.random = random;
  }

  QueuedMessage encode(Message<?> message, Instant now) {
    int place = (int) (Thread.currentThread().getId() & PLACES - 1);
    Encoder encoder = free.getAndSet(place, null);
    if (encoder == null) {
      encoder = new Encoder(new MessageIds(random));
    }
    try {
      return encoder.encode(message, now);
    } finally {
      free.set(place, encoder);
    }
  }
}
