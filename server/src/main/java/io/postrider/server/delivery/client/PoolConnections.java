package io.postrider.server.delivery.client;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The connections of a lane. Of the HTTP/1.1 ones that carry nothing the one used last is used
 * next, so that those that are too many grow old; HTTP/2 ones are shared. Belongs to one event
 * loop.
 */
final class PoolConnections {

  static final int MAX_IDLE = 256;
  static final long MAX_IDLE_NANOS = Duration.ofSeconds(30).toNanos();

  /** A connection is left after this time, so that a change of the name's addresses is followed. */
  static final long MAX_AGE_NANOS = Duration.ofMinutes(2).toNanos();

  private final OriginPool lane;
  private final ConnectionLimit budget;
  private final Deque<PooledConnection> idle = new ArrayDeque<>();
  private final List<PooledConnection> shared = new ArrayList<>();
  private int open;
  private int usable;

  PoolConnections(OriginPool lane, ConnectionLimit budget) {
    this.lane = lane;
    this.budget = budget;
  }

  /** How many there are, those that are being closed included. */
  int open() {
    return open;
  }

  /** How many carry exchanges, or may. */
  int usable() {
    return usable;
  }

  void opened(PooledConnection line) {
    open++;
    usable++;
    if (line.isShared()) {
      shared.add(line);
    }
  }

  /** One of HTTP/2 that has room; null if there is none. */
  @Nullable PooledConnection takeShared() {
    for (int i = shared.size() - 1; i >= 0; i--) {
      PooledConnection line = shared.get(i);
      if (line.hasRoom()) {
        budget.works(line);
        return line;
      }
    }
    return null;
  }

  /** One of HTTP/1.1 that carries nothing; null if there is none. */
  @Nullable PooledConnection takeIdle() {
    PooledConnection line = idle.pollLast();
    if (line != null) {
      budget.works(line);
    }
    return line;
  }

  /** One may have nothing to carry. */
  void rest(PooledConnection line) {
    if (!line.isIdle() || line.isEnding()) {
      return;
    }
    if (!line.isShared()) {
      if (idle.size() >= MAX_IDLE) {
        hangUp(line);
        return;
      }
      line.keep();
      idle.addLast(line);
    }
    budget.rests(line, lane);
  }

  /** One takes no more exchanges; what it carries may finish. */
  void retire(PooledConnection line) {
    if (!line.isEnding()) {
      usable--;
      line.retire();
    }
    shared.remove(line);
    idle.remove(line);
    budget.works(line);
  }

  /** The same; closes it if it carries nothing. */
  void leave(PooledConnection line) {
    retire(line);
    if (line.isIdle()) {
      line.close();
    }
  }

  void hangUp(PooledConnection line) {
    retire(line);
    line.close();
  }

  /** One has been closed, by whomever. */
  void ended(PooledConnection line) {
    retire(line);
    open--;
    budget.give();
  }

  boolean isStale(PooledConnection line, long nowNanos) {
    return line.isStale(nowNanos, MAX_IDLE_NANOS, MAX_AGE_NANOS);
  }

  /** Leaves those that have lived, or been idle, for too long. */
  void sweep(long nowNanos) {
    List.copyOf(idle).stream().filter(line -> isStale(line, nowNanos)).forEach(this::hangUp);
    List.copyOf(shared).stream().filter(line -> isStale(line, nowNanos)).forEach(this::leave);
  }

  /** Leaves all. */
  void close() {
    List.copyOf(idle).forEach(this::hangUp);
    List.copyOf(shared).forEach(this::leave);
  }
}
