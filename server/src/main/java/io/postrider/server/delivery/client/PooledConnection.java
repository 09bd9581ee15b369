package io.postrider.server.delivery.client;

import io.vertx.core.http.HttpClientConnection;
import io.vertx.core.http.HttpVersion;
import java.net.InetAddress;
import org.jspecify.annotations.Nullable;

/** A connection to a receiver, and what it carries. Belongs to one event loop. */
final class PooledConnection {

  private final HttpClientConnection connection;
  private final InetAddress address;
  private final @Nullable ResponseDecoder answers;
  private final boolean shared;
  private final long openedNanos;
  private long usedNanos;
  private int active;
  private boolean kept;
  private boolean ending;

  /**
   * @param answers what reads them; null with HTTP/2
   */
  PooledConnection(
      HttpClientConnection connection,
      InetAddress address,
      @Nullable ResponseDecoder answers,
      long nowNanos) {
    this.connection = connection;
    this.address = address;
    this.answers = answers;
    this.shared = connection.protocolVersion() == HttpVersion.HTTP_2;
    this.openedNanos = nowNanos;
    this.usedNanos = nowNanos;
  }

  HttpClientConnection connection() {
    return connection;
  }

  InetAddress address() {
    return address;
  }

  /** Whether it carries many requests at once: HTTP/2. */
  boolean isShared() {
    return shared;
  }

  /** Whether it has been used or idle before, so that the receiver may have closed it since. */
  boolean isKept() {
    return kept;
  }

  void keep() {
    kept = true;
  }

  /** Whether another request may be sent now. */
  boolean hasRoom() {
    return !ending && active < (shared ? connection.maxActiveStreams() : 1);
  }

  void begin() {
    active++;
    kept = true;
  }

  void end(long nowNanos) {
    active--;
    usedNanos = nowNanos;
  }

  boolean isIdle() {
    return active == 0;
  }

  /** Whether something has come that belongs to no request: what follows cannot be told apart. */
  boolean isSpoiled() {
    return active == 0 && answers != null && answers.hasMore();
  }

  /** It takes no more requests; what it carries may finish. */
  void retire() {
    ending = true;
  }

  boolean isEnding() {
    return ending;
  }

  /** Whether it has lived, or been idle, for too long to be used again. */
  boolean isStale(long nowNanos, long maxIdleNanos, long maxAgeNanos) {
    return nowNanos - openedNanos > maxAgeNanos
        || (active == 0 && nowNanos - usedNanos > maxIdleNanos);
  }

  /** Closes it, in the middle of a request as well. */
  void close() {
    ending = true;
    if (answers == null) {
      var _ = connection.close();
    } else {
      answers.hangUp();
    }
  }
}
