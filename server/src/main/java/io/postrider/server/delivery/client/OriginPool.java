package io.postrider.server.delivery.client;

import io.postrider.delivery.FailureReason;
import io.postrider.delivery.Outcome;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/**
 * The connection pool of a client for one origin, and the exchanges that wait for a connection.
 *
 * <p>The caller bounds exchanges, and with them connections. A new connection costs as much as
 * several exchanges, and with a fast receiver one is often free before a new one is open. So a
 * burst starts with the open connections, or with one. Every few milliseconds the pool opens as
 * many as its {@link PoolGrowth} asks for; if none became free by then, it opens one for each
 * waiting exchange. An HTTP/1.1 connection carries one exchange at a time. Until it is known
 * whether the receiver speaks HTTP/2, one connect attempt serves all waiting exchanges.
 *
 * <p>Belongs to one event loop.
 */
final class OriginPool {

  /** How long connections are not reused after a receiver sent more than the announced response. */
  static final long NO_REUSE_NANOS = Duration.ofMinutes(10).toNanos();

  /** How long the pool does not grow after a refused connection. */
  private static final long REFUSED_NANOS = Duration.ofSeconds(1).toNanos();

  private static final Outcome NO_STREAMS =
      new Outcome.Unreachable(
          FailureReason.PROTOCOL, "The receiver speaks HTTP/2 but allows no streams.");

  private final ClientContext context;
  private final Origin origin;
  private final PoolConnections connections;
  private final PoolGrowth growth = new PoolGrowth();
  private final Deque<WebhookExchange> waiting = new ArrayDeque<>();
  private long room;
  private int connecting;
  private boolean closed;
  private boolean closesConnections;
  private boolean stalled;
  private boolean sendsExcessData;
  private long excessDataNanos;
  private boolean refused;
  private long refusedNanos;

  OriginPool(ClientContext context, Origin origin) {
    this.context = context;
    this.origin = origin;
    this.connections = new PoolConnections(this, context.connectionLimit());
    this.room = origin.tls() ? Integer.MAX_VALUE : 1;
  }

  // ---- exchanges

  /** Gives an exchange a connection, now or when one is available. */
  void acquire(WebhookExchange exchange) {
    PooledConnection connection = exchange.needsNewConnection() ? null : take();
    if (connection != null) {
      exchange.begin(connection);
    } else {
      waiting.addLast(exchange);
      if (exchange.needsNewConnection() || !mayWait()) {
        connectForAll();
      } else {
        checkLater();
      }
    }
  }

  /** Whether a busy connection may become free soon. */
  private boolean mayWait() {
    return !isEmpty() && !closesConnections && !sendsExcessData;
  }

  void remove(WebhookExchange exchange) {
    waiting.remove(exchange);
    if (waiting.isEmpty()) {
      context.connectionLimit().remove(this);
    }
  }

  /** Why a waiting exchange has no connection. */
  String waitReason() {
    return context.connectionLimit().isStarving(this)
        ? "No connection was free in time; all delivery.max-connections are in use."
        : "The connection was not established in time.";
  }

  /** Returns the connection of an ended exchange for reuse. */
  void release(PooledConnection connection) {
    closesConnections = false;
    long now = System.nanoTime();
    connection.end(now);
    if (connection.isEnding()
        || closed
        || !isUsable(connection, now)
        || (connection.isIdle() && context.connectionLimit().reclaims())) {
      connections.closeWhenIdle(connection);
    } else {
      offer(connection);
    }
  }

  /** Closes the HTTP/1.1 connection of an ended exchange. */
  void discard(PooledConnection connection) {
    closesConnections = true;
    connection.end(System.nanoTime());
    connections.closeNow(connection);
    connect(waiting.size(), false);
  }

  /** A connection broke during an exchange; it is not reused. */
  void connectionBroke(PooledConnection connection) {
    connections.retire(connection);
  }

  /** The receiver sent data outside of a response. */
  void sawExcessData() {
    sendsExcessData = true;
    excessDataNanos = System.nanoTime();
  }

  // ---- connections

  /** Whether an idle or shared connection may carry another exchange. */
  private boolean isUsable(PooledConnection connection, long now) {
    if (connection.hasExcessData()) {
      sawExcessData();
    }
    sendsExcessData = sendsExcessData && now - excessDataNanos <= NO_REUSE_NANOS;
    return (connection.isShared() || !sendsExcessData) && !connections.isStale(connection, now);
  }

  private @Nullable PooledConnection take() {
    PooledConnection connection = connections.takeShared();
    if (connection != null) {
      return connection;
    }
    connection = connections.takeIdle();
    while (connection != null && !isUsable(connection, System.nanoTime())) {
      connections.closeNow(connection);
      connection = connections.takeIdle();
    }
    return connection;
  }

  private void offer(PooledConnection connection) {
    Iterator<WebhookExchange> exchanges = waiting.iterator();
    while (connection.hasRoom() && exchanges.hasNext()) {
      WebhookExchange exchange = exchanges.next();
      if (!connection.isReused() || connection.isShared() || !exchange.needsNewConnection()) {
        exchanges.remove();
        growth.served();
        exchange.begin(connection);
        // begin may change the queue
        exchanges = waiting.iterator();
      }
    }
    connections.park(connection);
  }

  /** The number of usable connections and connect attempts. */
  int size() {
    return connections.usable() + connecting;
  }

  /** Whether it has neither a usable connection nor a connect attempt. */
  boolean isEmpty() {
    return size() == 0;
  }

  /** Closes an idle connection in favour of another pool. */
  void evict(PooledConnection connection) {
    connections.closeWhenIdle(connection);
  }

  // ---- connect attempts

  void connectForAll() {
    connect(waiting.size(), true);
  }

  /**
   * Starts connect attempts, at most one for each waiting exchange.
   *
   * @param urgent whether idle connections of other pools are closed at the limit
   */
  private void connect(int times, boolean urgent) {
    int wanted = isTime() ? times : 0;
    for (int i = 0; i < wanted && !closed && waiting.size() > connecting * room; i++) {
      if (!context.connectionLimit().acquire(this, urgent)) {
        break;
      }
      connecting++;
      ConnectAttempt.start(context, origin, this);
    }
    if (!waiting.isEmpty()) {
      checkLater();
    }
  }

  /** Whether a new connection may be open before the deadline of a waiting exchange. */
  private boolean isTime() {
    long timeout = context.timeout().toNanos();
    long latest = System.nanoTime() - timeout + timeout / 20;
    for (WebhookExchange exchange : waiting) {
      if (exchange.startNanos() - latest > 0) {
        return true;
      }
    }
    return false;
  }

  private void checkLater() {
    if (!closed && context.monitor().begin(this)) {
      growth.begin();
      stalled = false;
    }
  }

  /**
   * Opens connections if needed; returns whether any exchange waits.
   *
   * @param late whether this check is late because the event loop is busy
   */
  boolean check(boolean late) {
    if (waiting.isEmpty() || closed) {
      return false;
    }
    stalled = growth.isStalled(late) || isEmpty() || waiting.getFirst().needsNewConnection();
    refused = refused && System.nanoTime() - refusedNanos <= REFUSED_NANOS;
    if (stalled) {
      connect(waiting.size() - connecting, true);
    } else if (!refused) {
      connect(growth.more(waiting.size(), connections.usable()) - connecting, false);
    }
    return true;
  }

  /** A connect attempt succeeded. */
  void connected(PooledConnection connection) {
    connecting--;
    connections.opened(connection);
    connection.http().closeHandler(_ -> ended(connection));
    if (closed) {
      connections.closeNow(connection);
      return;
    }
    // exchanges have their own handlers; a failing idle connection is just closed
    connection.http().exceptionHandler(_ -> {});
    if (connection.isShared()) {
      if (!connection.hasRoom()) {
        connections.closeNow(connection);
        fail(1, NO_STREAMS, connection.address());
        return;
      }
      room = connection.http().maxActiveStreams();
      connection.http().goAwayHandler(_ -> connections.closeWhenIdle(connection));
      connection.http().shutdownHandler(_ -> connections.closeWhenIdle(connection));
    } else {
      room = 1;
    }
    offer(connection);
    if (!mayWait()) {
      connectForAll();
    }
  }

  /** A connect attempt failed. */
  void failed(Outcome outcome, @Nullable InetAddress address) {
    connecting--;
    context.connectionLimit().release();
    if (outcome instanceof Outcome.TimedOut) {
      // the exchanges that started with this attempt time out themselves; later ones may retry
      connectForAll();
    } else if (connections.usable() == 0) {
      fail(waiting.size() - connecting * room, outcome, address);
    } else {
      refused = true;
      refusedNanos = System.nanoTime();
      // the other exchanges wait for the open connections
      fail(stalled ? 1 : 0, outcome, address);
    }
  }

  /** Fails a number of waiting exchanges, oldest first. */
  private void fail(long count, Outcome outcome, @Nullable InetAddress address) {
    for (long i = 0; i < count && !waiting.isEmpty(); i++) {
      waiting.removeFirst().failed(outcome, address);
    }
  }

  private void ended(PooledConnection connection) {
    connections.ended(connection);
    if (!waiting.isEmpty() && !mayWait()) {
      connectForAll();
    }
  }

  // ---- the end

  /** Closes stale connections; returns whether the pool is still in use. */
  boolean sweep(long now) {
    connections.sweep(now);
    return connections.open() > 0 || connecting > 0 || !waiting.isEmpty();
  }

  /** Closes idle connections; busy ones close with their exchanges. */
  void close() {
    closed = true;
    context.connectionLimit().remove(this);
    context.monitor().end(this);
    connections.close();
  }
}
