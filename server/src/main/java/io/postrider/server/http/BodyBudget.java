package io.postrider.server.http;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The memory for request bodies, shared by all event loops and both APIs. Safe to use from any
 * thread.
 *
 * <p>A body takes memory as it arrives and gives it back when it is no longer read. A body that
 * gets none is answered 429. Requests without a valid key or token get no more once half is taken,
 * so that they cannot displace the others.
 */
public final class BodyBudget {

  /** When a client should retry. */
  public static final int RETRY_SECONDS = 1;

  private final long maxBytes;
  private final AtomicLong takenBytes = new AtomicLong();

  public BodyBudget(long maxBytes) {
    this.maxBytes = maxBytes;
  }

  /**
   * Takes memory; false if there is none.
   *
   * @param known whether the request has a valid key or token
   */
  public boolean take(int bytes, boolean known) {
    long most = known ? maxBytes : maxBytes / 2;
    if (takenBytes.addAndGet(bytes) <= most) {
      return true;
    }
    takenBytes.addAndGet(-bytes);
    return false;
  }

  public void give(int bytes) {
    takenBytes.addAndGet(-bytes);
  }

  public long takenBytes() {
    return takenBytes.get();
  }

  public long maxBytes() {
    return maxBytes;
  }
}
