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
 * One try to get a connection to an origin: looks the name up, has every address checked, and dials
 * them in turn until one answers, all within the time for one exchange.
 *
 * <p>The address checked is the one dialled: the name is not looked up again. Of the time that is
 * left, an address gets its equal share, so that one that swallows packets does not use up all of
 * it. Belongs to one event loop.
 */
final class ConnectAttempt {

  /** Enough for any sane answer of a name server; a bound for an insane one. */
  private static final int MAX_ADDRESSES = 8;

  private static final long NANOS_PER_MILLI = 1_000_000;

  private static final String ALLOWED =
      " It is dialled only if delivery.allow-networks lists its network.";

  /** Who wants the connection. Exactly one of the two is called, once. */
  interface Listener {
    void connected(PooledConnection line);

    void failed(Outcome outcome, @Nullable InetAddress address);
  }

  private final ClientContext outside;
  private final Origin origin;
  private final Listener listener;
  private final long deadlineNanos;
  private final long timer;
  private List<InetAddress> addresses = List.of();
  private int at;
  private boolean over;

  private ConnectAttempt(ClientContext outside, Origin origin, Listener listener) {
    this.outside = outside;
    this.origin = origin;
    this.listener = listener;
    this.deadlineNanos = System.nanoTime() + outside.timeout().toNanos();
    this.timer =
        outside
            .context()
            .owner()
            .setTimer(
                Math.max(1, outside.timeout().toMillis()),
                _ -> fail(new Outcome.TimedOut("The connection was not made in time.")));
  }

  /** Starts; the listener is not called before this returns. */
  static void start(ClientContext outside, Origin origin, Listener listener) {
    ConnectAttempt dial = new ConnectAttempt(outside, origin, listener);
    outside.context().runOnContext(_ -> dial.lookUp());
  }

  private void lookUp() {
    InetAddress literal = origin.literal();
    if (literal != null) {
      resolved(List.of(literal));
      return;
    }
    Context context = outside.context();
    var _ =
        outside
            .resolver()
            .resolve(origin.lookUpName())
            .whenComplete(
                (answer, failure) ->
                    context.runOnContext(
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
        FailureReason.DNS, FailureText.sentence("The host's name could not be looked up", cause));
  }

  private void resolved(List<InetAddress> answer) {
    for (InetAddress address : answer) {
      Optional<String> objection = outside.guard().objection(address);
      if (objection.isPresent()) {
        fail(new Outcome.Refused(FailureReason.ADDRESS_REFUSED, 0, objection.get() + ALLOWED));
        return;
      }
    }
    addresses = answer.size() > MAX_ADDRESSES ? answer.subList(0, MAX_ADDRESSES) : answer;
    dial();
  }

  private void dial() {
    if (over) {
      return;
    }
    InetAddress address = addresses.get(at);
    long leftMillis = (deadlineNanos - System.nanoTime()) / NANOS_PER_MILLI;
    outside
        .dialler()
        .dial(origin, address, leftMillis / (addresses.size() - at))
        .onComplete(this::connected, failure -> failed(failure, address));
  }

  private void connected(PooledConnection line) {
    if (over) {
      line.close();
      return;
    }
    end();
    listener.connected(line);
  }

  private void failed(Throwable failure, InetAddress address) {
    Outcome outcome = FailureClassifier.outcome(failure);
    boolean anotherMayDo = at + 1 < addresses.size() && FailureClassifier.isOfAddress(outcome);
    if (anotherMayDo && deadlineNanos - System.nanoTime() > 0) {
      at++;
      dial();
    } else if (!over) {
      end();
      listener.failed(outcome, address);
    }
  }

  private void fail(Outcome outcome) {
    if (!over) {
      end();
      listener.failed(outcome, at < addresses.size() ? addresses.get(at) : null);
    }
  }

  private void end() {
    over = true;
    outside.context().owner().cancelTimer(timer);
  }
}
