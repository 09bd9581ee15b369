package io.postrider.server.delivery.client;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The connections of one pool. Idle HTTP/1.1 connections are used last in, first out, so that
 * surplus ones become stale; HTTP/2 connections are shared. Belongs to one event loop.
 */
final class PoolConnections {

  static final int MAX_IDLE = 256;
  static final long MAX_IDLE_NANOS = Duration.ofSeconds(30).toNanos();

  /** The maximum age, so that DNS changes take effect. */
  static final long MAX_AGE_NANOS = Duration.ofMinutes(2).toNanos();

  private final OriginPool pool;
  private final ConnectionLimit limit;
  private final Deque<PooledConnection> idle = new ArrayDeque<>();
  private final List<PooledConnection> shared = new ArrayList<>();
  private int open;
  private int usable;

  PoolConnections(OriginPool pool, ConnectionLimit limit) {
    this.pool = pool;
    this.limit = limit;
  }

  /** The number of connections, closing ones included. */
  int open() {
    return open;
  }

  /** The number of connections that carry exchanges or may carry one. */
  int usable() {
    return usable;
  }

  void opened(PooledConnection connection) {
    open++;
    usable++;
    if (connection.isShared()) {
      shared.add(connection);
    }
  }

  /** An HTTP/2 connection with a free stream, or null. */
  @Nullable PooledConnection takeShared() {
    for (int i = shared.size() - 1; i >= 0; i--) {
      PooledConnection connection = shared.get(i);
      if (connection.hasRoom()) {
        limit.removeIdle(connection);
        return connection;
      }
    }
    return null;
  }

  /** An idle HTTP/1.1 connection, or null. */
  @Nullable PooledConnection takeIdle() {
    PooledConnection connection = idle.pollLast();
    if (connection != null) {
      limit.removeIdle(connection);
    }
    return connection;
  }

  void park(PooledConnection connection) {
    if (!connection.isIdle() || connection.isEnding()) {
      return;
    }
    if (!connection.isShared()) {
      if (idle.size() >= MAX_IDLE) {
        closeNow(connection);
        return;
      }
      connection.markReused();
      idle.addLast(connection);
    }
    limit.addIdle(connection, pool);
  }

  /** Removes a connection from the pool; exchanges on it may finish. */
  void retire(PooledConnection connection) {
    if (!connection.isEnding()) {
      usable--;
      connection.retire();
    }
    shared.remove(connection);
    idle.remove(connection);
    limit.removeIdle(connection);
  }

  /** Removes a connection, and closes it if it is idle. */
  void closeWhenIdle(PooledConnection connection) {
    retire(connection);
    if (connection.isIdle()) {
      connection.close();
    }
  }

  void closeNow(PooledConnection connection) {
    retire(connection);
    connection.close();
  }

  /** A connection was closed, by either side. */
  void ended(PooledConnection connection) {
    retire(connection);
    open--;
    limit.release();
  }

  boolean isStale(PooledConnection connection, long nowNanos) {
    return connection.isStale(nowNanos, MAX_IDLE_NANOS, MAX_AGE_NANOS);
  }

  void sweep(long nowNanos) {
    List.copyOf(idle).stream()
        .filter(connection -> isStale(connection, nowNanos))
        .forEach(this::closeNow);
    List.copyOf(shared).stream()
        .filter(connection -> isStale(connection, nowNanos))
        .forEach(this::closeWhenIdle);
  }

  void close() {
    List.copyOf(idle).forEach(this::closeNow);
    List.copyOf(shared).forEach(this::closeWhenIdle);
  }
}
