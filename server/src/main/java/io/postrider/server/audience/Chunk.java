package io.postrider.server.audience;

import java.time.Duration;

/**
 * How much of one kind of work is done in one transaction: twice as much while it is quick, half as
 * much as soon as it is slow, so that nobody waits long for the database. Belongs to one thread.
 */
final class Chunk {

  static final int LEAST = 8;
  static final int MOST = 4_096;
  static final Duration QUICK = Duration.ofMillis(15);
  static final Duration SLOW = Duration.ofMillis(50);

  private int size = 64;

  int size() {
    return size;
  }

  /** A piece of this size took so long. */
  void took(Duration time) {
    if (time.compareTo(SLOW) > 0) {
      size = Math.max(LEAST, size / 2);
    } else if (time.compareTo(QUICK) < 0) {
      size = Math.min(MOST, 2 * size);
    }
  }
}
