package io.postrider.server.delivery.client;

import io.postrider.delivery.FailureReason;
import io.postrider.delivery.Outcome;
import io.vertx.core.Context;
import java.net.InetAddress;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/**
 * One attempt to connect to an origin: resolves the name, checks every address, and tries them in
 * turn, within the timeout of one exchange.
 *
 * <p>The name is resolved once, so the checked address is the one connected to. Each address gets
 * an equal share of the remaining time, so that one that drops packets does not use all of it.
 * Belongs to one event loop.
 */
final class ConnectAttempt {

  /** Bounds the addresses of one DNS answer. */
  private static final int MAX_ADDRESSES = 8;

  private static final long NANOS_PER_MILLI = 1_000_000;

  private static final String ALLOWED =
      " Connections to it need its network in delivery.allow-networks.";

  private final ClientContext context;
  private final Origin origin;
  private final OriginPool pool;
  private final long deadlineNanos;
  private final long timer;
  private List<InetAddress> addresses = List.of();
  private int at;
  private boolean over;

  private ConnectAttempt(ClientContext context, Origin origin, OriginPool pool) {
    this.context = context;
    this.origin = origin;
    this.pool = pool;
    this.deadlineNanos = System.nanoTime() + context.timeout().toNanos();
    this.timer =
        context
            .eventLoop()
            .owner()
            .setTimer(
                Math.max(1, context.timeout().toMillis()),
                _ -> fail(new Outcome.TimedOut("The connection was not established in time.")));
  }

  /**
   * Starts an attempt; the pool is told later, exactly once, that it is connected or has failed.
   */
  static void start(ClientContext context, Origin origin, OriginPool pool) {
    ConnectAttempt attempt = new ConnectAttempt(context, origin, pool);
    context.eventLoop().runOnContext(_ -> attempt.lookUp());
  }

  private void lookUp() {
    InetAddress literal = origin.literal();
    if (literal != null) {
      resolved(List.of(literal));
      return;
    }
    Context eventLoop = context.eventLoop();
    var _ =
        context
            .resolver()
            .resolve(origin.lookUpName())
            .whenComplete(
                (answer, failure) ->
                    eventLoop.runOnContext(
                        _ -> {
                          if (answer != null) {
                            resolved(answer);
                          } else {
                            fail(lookUpFailed(failure));
                          }
                        }));
  }

  private static Outcome lookUpFailed(@Nullable Throwable failure) {
    Throwable cause =
        failure instanceof CompletionException && failure.getCause() != null
            ? failure.getCause()
            : failure;
    return new Outcome.Unreachable(
        FailureReason.DNS, FailureText.sentence("The host name does not resolve", cause));
  }

  private void resolved(List<InetAddress> answer) {
    for (InetAddress address : answer) {
      Optional<String> objection = context.guard().objection(address);
      if (objection.isPresent()) {
        fail(new Outcome.Refused(FailureReason.ADDRESS_REFUSED, 0, objection.get() + ALLOWED));
        return;
      }
    }
    addresses = answer.size() > MAX_ADDRESSES ? answer.subList(0, MAX_ADDRESSES) : answer;
    connect();
  }

  private void connect() {
    if (over) {
      return;
    }
    InetAddress address = addresses.get(at);
    long leftMillis = (deadlineNanos - System.nanoTime()) / NANOS_PER_MILLI;
    context
        .connector()
        .connect(origin, address, leftMillis / (addresses.size() - at), context.flushes())
        .onComplete(this::connected, failure -> failed(failure, address));
  }

  private void connected(PooledConnection connection) {
    if (over) {
      connection.close();
      return;
    }
    end();
    pool.connected(connection);
  }

  private void failed(Throwable failure, InetAddress address) {
    Outcome outcome = FailureClassifier.outcome(failure);
    boolean anotherMayDo = at + 1 < addresses.size() && FailureClassifier.isOfAddress(outcome);
    if (anotherMayDo && deadlineNanos - System.nanoTime() > 0) {
      at++;
      connect();
    } else if (!over) {
      end();
      pool.failed(outcome, address);
    }
  }

  private void fail(Outcome outcome) {
    if (!over) {
      end();
      pool.failed(outcome, at < addresses.size() ? addresses.get(at) : null);
    }
  }

  private void end() {
    over = true;
    context.eventLoop().owner().cancelTimer(timer);
  }
}
