package io.postrider.server.delivery.client;

import io.vertx.core.http.HttpClientConnection;
import io.vertx.core.http.HttpVersion;
import java.net.InetAddress;
import org.jspecify.annotations.Nullable;

/** A connection to a receiver and its use. Belongs to one event loop. */
final class PooledConnection {

  private final HttpClientConnection connection;
  private final InetAddress address;
  private final @Nullable ResponseDecoder decoder;
  private final ReceiveBudget budget;
  private final boolean shared;
  private final long openedNanos;
  private long usedNanos;
  private int active;
  private boolean reused;
  private boolean ending;

  /**
   * @param decoder the HTTP/1.1 decoder; null with HTTP/2
   */
  PooledConnection(
      HttpClientConnection connection,
      InetAddress address,
      @Nullable ResponseDecoder decoder,
      ReceiveBudget budget,
      long nowNanos) {
    this.connection = connection;
    this.address = address;
    this.decoder = decoder;
    this.budget = budget;
    this.shared = connection.protocolVersion() == HttpVersion.HTTP_2;
    this.openedNanos = nowNanos;
    this.usedNanos = nowNanos;
  }

  HttpClientConnection http() {
    return connection;
  }

  InetAddress address() {
    return address;
  }

  /** Whether it carries concurrent requests: HTTP/2. */
  boolean isShared() {
    return shared;
  }

  /** Whether it was used or idle before, so that the receiver may have closed it. */
  boolean isReused() {
    return reused;
  }

  void markReused() {
    reused = true;
  }

  /** Whether it may carry another request now. */
  boolean hasRoom() {
    return !ending && active < (shared ? connection.maxActiveStreams() : 1);
  }

  void begin() {
    active++;
    budget.requestBegins();
    reused = true;
  }

  void end(long nowNanos) {
    active--;
    budget.requestEnds(active);
    usedNanos = nowNanos;
  }

  boolean isIdle() {
    return active == 0;
  }

  /**
   * Whether data arrived that belongs to no request, so that the next response cannot be
   * recognized.
   */
  boolean hasExcessData() {
    return active == 0 && decoder != null && decoder.hasExcessData();
  }

  /** Whether it was closed because the receiver sent too much. */
  boolean sentTooMuch() {
    return budget.isExceeded();
  }

  /** Whether the receiver sent something that does not begin like an HTTP/1.1 response. */
  boolean sentOtherProtocol() {
    return decoder != null && decoder.isOtherProtocol();
  }

  /** Accepts no more requests; the present ones may finish. */
  void retire() {
    ending = true;
  }

  boolean isEnding() {
    return ending;
  }

  /** Whether it is too old or was idle too long. */
  boolean isStale(long nowNanos, long maxIdleNanos, long maxAgeNanos) {
    return nowNanos - openedNanos > maxAgeNanos
        || (active == 0 && nowNanos - usedNanos > maxIdleNanos);
  }

  void close() {
    ending = true;
    if (decoder == null) {
      var _ = connection.close();
    } else {
      decoder.closeNow();
    }
  }
}
