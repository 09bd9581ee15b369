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
 * The connections of a client to one origin, and the exchanges that wait for one.
 *
 * <p>There is no limit on connections here: the caller bounds exchanges, and with them connections.
 * But a connection costs as much as several exchanges, and a fast receiver's next one is free
 * before another is made. So a burst begins with the connections there are, or with one, and every
 * few milliseconds as many are dialled as its {@link PoolGrowth} asks for; a receiver that has
 * freed none by then gets one for each that waits. HTTP/1.1 connections carry one exchange each. As
 * long as it is not known whether the receiver speaks HTTP/2, one dial stands for everybody who
 * waits.
 *
 * <p>Belongs to one event loop.
 */
final class OriginPool implements ConnectAttempt.Listener {

  /** A receiver whose answers were longer than announced gets a connection for each so long. */
  static final long CARELESS_NANOS = Duration.ofMinutes(10).toNanos();

  /** So long after a refused connection no more are dialled than are needed. */
  private static final long REFUSED_NANOS = Duration.ofSeconds(1).toNanos();

  private static final Outcome NO_STREAMS =
      new Outcome.Unreachable(
          FailureReason.PROTOCOL, "The receiver speaks HTTP/2, but allows no request at all.");

  private final ClientContext outside;
  private final Origin origin;
  private final PoolConnections lines;
  private final PoolGrowth shortage = new PoolGrowth();
  private final Deque<WebhookExchange> waiting = new ArrayDeque<>();
  private long room;
  private int dialling;
  private boolean closed;
  private boolean once;
  private boolean stuck;
  private boolean careless;
  private long carelessNanos;
  private boolean refused;
  private long refusedNanos;

  OriginPool(ClientContext outside, Origin origin) {
    this.outside = outside;
    this.origin = origin;
    this.lines = new PoolConnections(this, outside.lines());
    this.room = origin.tls() ? Integer.MAX_VALUE : 1;
  }

  // ---- exchanges

  /** Gives an exchange a connection: at once, or when there is one. */
  void want(WebhookExchange exchange) {
    PooledConnection line = exchange.wantsFreshLine() ? null : take();
    if (line != null) {
      exchange.begin(line);
    } else {
      waiting.addLast(exchange);
      if (exchange.wantsFreshLine() || !isPatient()) {
        dialForAll();
      } else {
        lookLater();
      }
    }
  }

  /** Whether a connection may be free soon that is not dialled for. */
  private boolean isPatient() {
    return !isWithout() && !once && !careless;
  }

  /** An exchange waits no longer. */
  void forget(WebhookExchange exchange) {
    waiting.remove(exchange);
    if (waiting.isEmpty()) {
      outside.lines().forget(this);
    }
  }

  /** Why an exchange that waits has no connection yet. */
  String whyNone() {
    return outside.lines().isStarving(this)
        ? "No connection was free in time: all of delivery.max-connections are in use."
        : "The connection was not made in time.";
  }

  /** An exchange is over and its connection can carry another. */
  void release(PooledConnection line) {
    once = false;
    long now = System.nanoTime();
    line.end(now);
    if (line.isEnding()
        || closed
        || !isUsable(line, now)
        || (line.isIdle() && outside.lines().claims())) {
      lines.leave(line);
    } else {
      offer(line);
    }
  }

  /** An exchange is over and its HTTP/1.1 connection with it. */
  void discard(PooledConnection line) {
    once = true;
    line.end(System.nanoTime());
    lines.hangUp(line);
    dial(waiting.size(), false);
  }

  /** A connection has broken under an exchange; others are not to be given it. */
  void broke(PooledConnection line) {
    lines.retire(line);
  }

  /** More came than the answer, or something in front of it. */
  void spoiled() {
    careless = true;
    carelessNanos = System.nanoTime();
  }

  // ---- connections

  /** Whether a connection that carries nothing, or HTTP/2, may carry another exchange. */
  private boolean isUsable(PooledConnection line, long now) {
    if (line.isSpoiled()) {
      spoiled();
    }
    careless = careless && now - carelessNanos <= CARELESS_NANOS;
    return (line.isShared() || !careless) && !lines.isStale(line, now);
  }

  private @Nullable PooledConnection take() {
    PooledConnection line = lines.takeShared();
    if (line != null) {
      return line;
    }
    line = lines.takeIdle();
    while (line != null && !isUsable(line, System.nanoTime())) {
      lines.hangUp(line);
      line = lines.takeIdle();
    }
    return line;
  }

  private void offer(PooledConnection line) {
    Iterator<WebhookExchange> exchanges = waiting.iterator();
    while (line.hasRoom() && exchanges.hasNext()) {
      WebhookExchange exchange = exchanges.next();
      if (!line.isKept() || line.isShared() || !exchange.wantsFreshLine()) {
        exchanges.remove();
        shortage.served();
        exchange.begin(line);
        // what it does may change the queue
        exchanges = waiting.iterator();
      }
    }
    lines.rest(line);
  }

  /** How many connections it has or is about to have. */
  int size() {
    return lines.usable() + dialling;
  }

  /** Whether it has no connection that may be used, nor one that is being made. */
  boolean isWithout() {
    return size() == 0;
  }

  /** Leaves a connection that carries nothing, for the sake of another lane. */
  void giveUp(PooledConnection line) {
    lines.leave(line);
  }

  // ---- dialling

  void dialForAll() {
    dial(waiting.size(), true);
  }

  /**
   * Dials so many times, but not more often than exchanges wait.
   *
   * @param urgent whether idle connections of others are closed for it, if there are too many
   */
  private void dial(int times, boolean urgent) {
    int wanted = isTime() ? times : 0;
    for (int i = 0; i < wanted && !closed && waiting.size() > dialling * room; i++) {
      if (!outside.lines().take(this, urgent)) {
        break;
      }
      dialling++;
      ConnectAttempt.start(outside, origin, this);
    }
    if (!waiting.isEmpty()) {
      lookLater();
    }
  }

  /** Whether a connection that is dialled now may come in time for anybody. */
  private boolean isTime() {
    long timeout = outside.timeout().toNanos();
    long latest = System.nanoTime() - timeout + timeout / 20;
    for (WebhookExchange exchange : waiting) {
      if (exchange.startNanos() - latest > 0) {
        return true;
      }
    }
    return false;
  }

  private void lookLater() {
    if (!closed && outside.patience().begin(this)) {
      shortage.begin();
      stuck = false;
    }
  }

  /**
   * Dials for those who have waited for too long; says whether anybody waits.
   *
   * @param late whether the event loop has so much to do that this look comes late
   */
  boolean look(boolean late) {
    if (waiting.isEmpty() || closed) {
      return false;
    }
    stuck = shortage.isStuck(late) || isWithout() || waiting.getFirst().wantsFreshLine();
    refused = refused && System.nanoTime() - refusedNanos <= REFUSED_NANOS;
    if (stuck) {
      dial(waiting.size() - dialling, true);
    } else if (!refused) {
      dial(shortage.more(waiting.size(), lines.usable()) - dialling, false);
    }
    return true;
  }

  @Override
  public void connected(PooledConnection line) {
    dialling--;
    lines.opened(line);
    line.connection().closeHandler(_ -> ended(line));
    if (closed) {
      lines.hangUp(line);
      return;
    }
    // exchanges hear of it themselves; an idle connection that fails is no news
    line.connection().exceptionHandler(_ -> {});
    if (line.isShared()) {
      if (!line.hasRoom()) {
        lines.hangUp(line);
        fail(1, NO_STREAMS, line.address());
        return;
      }
      room = line.connection().maxActiveStreams();
      line.connection().goAwayHandler(_ -> lines.leave(line));
      line.connection().shutdownHandler(_ -> lines.leave(line));
    } else {
      room = 1;
    }
    offer(line);
    if (!isPatient()) {
      dialForAll();
    }
  }

  @Override
  public void failed(Outcome outcome, @Nullable InetAddress address) {
    dialling--;
    outside.lines().give();
    if (outcome instanceof Outcome.TimedOut) {
      // whoever began with this dial has no time left and learns it by itself; others have
      dialForAll();
    } else if (lines.usable() == 0) {
      fail(waiting.size() - dialling * room, outcome, address);
    } else {
      refused = true;
      refusedNanos = System.nanoTime();
      // those who can wait for a connection that is open do
      fail(stuck ? 1 : 0, outcome, address);
    }
  }

  /** Fails so many of those who wait, those who have waited for longest first. */
  private void fail(long count, Outcome outcome, @Nullable InetAddress address) {
    for (long i = 0; i < count && !waiting.isEmpty(); i++) {
      waiting.removeFirst().failed(outcome, address);
    }
  }

  private void ended(PooledConnection line) {
    lines.ended(line);
    if (!waiting.isEmpty() && !isPatient()) {
      dialForAll();
    }
  }

  // ---- the end

  /** Closes what has been idle for too long; says whether anything is left. */
  boolean sweep(long now) {
    lines.sweep(now);
    return lines.open() > 0 || dialling > 0 || !waiting.isEmpty();
  }

  /** Closes all connections that carry nothing; the others go with their exchanges. */
  void close() {
    closed = true;
    outside.lines().forget(this);
    outside.patience().end(this);
    lines.close();
  }
}
