package io.postrider.server.deliver.post;

import io.postrider.delivery.Outcome;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The connections of a client to one origin, and the exchanges that wait for one.
 *
 * <p>There is no limit on connections here: the caller bounds exchanges, and with them connections.
 * But a connection costs as much as several exchanges, and a fast receiver's next one is free
 * before another is made. So a burst begins with the connections there are, or with one, and every
 * few milliseconds as many are dialled as its {@link Shortage} asks for; a receiver that has freed
 * none by then gets one for each that waits. HTTP/1.1 connections carry one exchange each. As long
 * as it is not known whether the receiver speaks HTTP/2, one dial stands for everybody who waits.
 *
 * <p>Belongs to one event loop.
 */
final class Lane implements Dial.Listener {

  static final int MAX_IDLE = 256;
  static final long MAX_IDLE_NANOS = Duration.ofSeconds(30).toNanos();

  /** A connection is left after this time, so that a change of the name's addresses is followed. */
  static final long MAX_AGE_NANOS = Duration.ofMinutes(2).toNanos();

  /** A receiver whose answers were longer than announced gets a connection for each so long. */
  static final long CARELESS_NANOS = Duration.ofMinutes(10).toNanos();

  private final Outside outside;
  private final Origin origin;
  private final IdleLines idle;
  private final List<Line> shared = new ArrayList<>();
  private final Deque<Exchange> waiting = new ArrayDeque<>();
  private long room;
  private int dialling;
  private int open;
  private boolean closed;
  private boolean careless;
  private long carelessNanos;
  private boolean once;
  private final Shortage shortage = new Shortage();

  Lane(Outside outside, Origin origin) {
    this.outside = outside;
    this.origin = origin;
    this.idle = new IdleLines(this, outside.lines());
    this.room = origin.tls() ? Integer.MAX_VALUE : 1;
  }

  /** Gives an exchange a connection: at once, or when there is one. */
  void want(Exchange exchange) {
    Line line = exchange.wantsFreshLine() ? null : take();
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
    return open + dialling > 0 && !once && !careless;
  }

  /** An exchange waits no longer. */
  void forget(Exchange exchange) {
    waiting.remove(exchange);
  }

  /** An exchange is over and its connection can carry another. */
  void release(Line line) {
    once = false;
    long now = System.nanoTime();
    line.end(now);
    if (line.isEnding()
        || closed
        || !isUsable(line, now)
        || (line.isIdle() && outside.lines().claims())) {
      leave(line);
    } else {
      offer(line);
    }
  }

  /** An exchange is over and its HTTP/1.1 connection with it. */
  void discard(Line line) {
    once = true;
    line.end(System.nanoTime());
    line.close();
    dialForAll();
  }

  /** More came than the answer, or something in front of it. */
  void spoiled() {
    careless = true;
    carelessNanos = System.nanoTime();
  }

  /** Whether a connection that carries nothing, or HTTP/2, may carry another exchange. */
  private boolean isUsable(Line line, long now) {
    if (line.isSpoiled()) {
      spoiled();
    }
    careless = careless && now - carelessNanos <= CARELESS_NANOS;
    return (line.isShared() || !careless) && !line.isStale(now, MAX_IDLE_NANOS, MAX_AGE_NANOS);
  }

  private @Nullable Line take() {
    for (int i = shared.size() - 1; i >= 0; i--) {
      if (shared.get(i).hasRoom()) {
        return shared.get(i);
      }
    }
    Line line = idle.poll();
    while (line != null && !isUsable(line, System.nanoTime())) {
      line.close();
      line = idle.poll();
    }
    return line;
  }

  private void offer(Line line) {
    Iterator<Exchange> exchanges = waiting.iterator();
    while (line.hasRoom() && exchanges.hasNext()) {
      Exchange exchange = exchanges.next();
      if (!line.isKept() || line.isShared() || !exchange.wantsFreshLine()) {
        exchanges.remove();
        shortage.served();
        exchange.begin(line);
        // what it does may change the queue
        exchanges = waiting.iterator();
      }
    }
    if (!line.isShared() && line.isIdle()) {
      if (idle.count() < MAX_IDLE) {
        idle.add(line);
      } else {
        line.close();
      }
    }
  }

  private void leave(Line line) {
    line.retire();
    shared.remove(line);
    if (line.isIdle()) {
      line.close();
    }
  }

  void dialForAll() {
    dial(waiting.size(), true);
  }

  /**
   * Dials so many times, but not more often than exchanges wait.
   *
   * @param urgent whether idle connections of others are closed for it, if there are too many
   */
  private void dial(int times, boolean urgent) {
    for (int i = 0; i < times && !closed && waiting.size() > dialling * room; i++) {
      if (!outside.lines().take(this, urgent)) {
        break;
      }
      dialling++;
      Dial.start(outside, origin, this);
    }
    if (!waiting.isEmpty()) {
      lookLater();
    }
  }

  private void lookLater() {
    if (!closed && outside.patience().begin(this)) {
      shortage.begin();
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
    if (shortage.isStuck(late)) {
      dial(waiting.size() - dialling, true);
    } else {
      dial(shortage.more(waiting.size(), open) - dialling, false);
    }
    return true;
  }

  /** Whether it has no connection, nor one that is being made. */
  boolean isWithout() {
    return open + dialling == 0;
  }

  /** Why an exchange that waits has no connection yet. */
  String whyNone() {
    return outside.lines().isStarving(this)
        ? "No connection was free in time: all of delivery.max-connections are in use."
        : "The connection was not made in time.";
  }

  /** Closes an idle connection, for the sake of another lane. */
  void giveUp(Line line) {
    idle.remove(line);
    line.close();
  }

  @Override
  public void connected(Line line) {
    dialling--;
    open++;
    line.connection().closeHandler(_ -> ended(line));
    if (closed) {
      line.close();
      return;
    }
    // exchanges hear of it themselves; an idle connection that fails is no news
    line.connection().exceptionHandler(_ -> {});
    if (line.isShared()) {
      room = Math.max(1, line.connection().maxActiveStreams());
      line.connection().goAwayHandler(_ -> leave(line));
      line.connection().shutdownHandler(_ -> leave(line));
      shared.add(line);
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
      return;
    }
    long hit = open == 0 ? waiting.size() - dialling * room : Math.min(room, waiting.size());
    for (; hit > 0 && !waiting.isEmpty(); hit--) {
      waiting.removeFirst().failed(outcome, address);
    }
  }

  private void ended(Line line) {
    open--;
    line.retire();
    shared.remove(line);
    idle.remove(line);
    outside.lines().give();
  }

  /** Closes what has been idle for too long; says whether anything is left. */
  boolean sweep(long now) {
    idle.closeIf(line -> line.isStale(now, MAX_IDLE_NANOS, MAX_AGE_NANOS));
    for (Line line : List.copyOf(shared)) {
      if (line.isStale(now, MAX_IDLE_NANOS, MAX_AGE_NANOS)) {
        leave(line);
      }
    }
    return open > 0 || dialling > 0 || !waiting.isEmpty();
  }

  /** Closes all connections that carry nothing; the others go with their exchanges. */
  void close() {
    closed = true;
    outside.lines().forget(this);
    outside.patience().end(this);
    idle.closeIf(_ -> true);
    List.copyOf(shared).forEach(this::leave);
  }
}
