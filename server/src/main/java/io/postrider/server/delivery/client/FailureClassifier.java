package io.postrider.server.delivery.client;

import io.netty.channel.ConnectTimeoutException;
import io.netty.handler.codec.PrematureChannelClosureException;
import io.netty.handler.ssl.NotSslRecordException;
import io.netty.handler.ssl.SslClosedEngineException;
import io.netty.handler.ssl.SslHandshakeTimeoutException;
import io.netty.util.IllegalReferenceCountException;
import io.postrider.delivery.FailureReason;
import io.postrider.delivery.Outcome;
import io.vertx.core.http.HttpClosedException;
import io.vertx.core.http.StreamResetException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.UnknownHostException;
import java.nio.channels.ClosedChannelException;
import java.util.Locale;
import java.util.Set;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** What a failure below HTTP means for the delivery. Pure. */
final class FailureClassifier {

  private static final int MAX_DEPTH = 16;

  /** HTTP/2: the receiver did not look at the request. */
  private static final long REFUSED_STREAM = 7;

  /** How operating systems say that there is no way, whatever class Java wraps it in. */
  private static final Set<String> NO_WAY =
      Set.of(
          "no route to host",
          "network is unreachable",
          "network unreachable",
          "host is unreachable",
          "host unreachable",
          "network is down",
          "host is down",
          "cannot assign requested address",
          "invalid argument",
          "permission denied",
          "operation not permitted",
          "address family not supported");

  private static final Set<String> BROKEN_OFF =
      Set.of("connection reset", "broken pipe", "connection closed", "connection was closed");

  private FailureClassifier() {}

  /**
   * Reads the chain of causes. The first that says something counts; that TLS failed says little as
   * long as there may be a reason behind it.
   */
  static Outcome outcome(Throwable failure) {
    SSLException tls = null;
    int depth = 0;
    for (Throwable cause = failure; cause != null && depth < MAX_DEPTH; cause = cause.getCause()) {
      Outcome outcome = specific(cause);
      if (outcome != null) {
        return outcome;
      }
      if (cause instanceof SSLException deeper) {
        tls = deeper;
      }
      depth++;
    }
    return tls == null ? protocol(failure) : tls(tls);
  }

  /** Whether another address of the same host may do better. */
  static boolean isOfAddress(Outcome outcome) {
    return outcome instanceof Outcome.TimedOut
        || (outcome instanceof Outcome.Unreachable(FailureReason reason, String _)
            && (reason == FailureReason.CONNECTION_REFUSED
                || reason == FailureReason.UNREACHABLE
                || reason == FailureReason.CONNECTION_RESET));
  }

  /** Whether the receiver ended a connection it had kept, rather than this request. */
  static boolean isEndOfConnection(Throwable failure) {
    if (failure instanceof StreamResetException reset) {
      return reset.getCode() == REFUSED_STREAM;
    }
    return outcome(failure) instanceof Outcome.Unreachable(FailureReason reason, String _)
        && reason == FailureReason.CONNECTION_RESET;
  }

  /** Whether what came over HTTP/1.1 is no answer. */
  static boolean isUnreadable(Throwable failure) {
    return outcome(failure) instanceof Outcome.Unreachable(FailureReason reason, String _)
        && reason == FailureReason.PROTOCOL;
  }

  private static @Nullable Outcome specific(Throwable cause) {
    return switch (cause) {
      case UntrustedException untrusted ->
          new Outcome.Untrusted(untrusted.reason(), untrusted.detail());
      case UnknownHostException unknown ->
          new Outcome.Unreachable(
              FailureReason.DNS, FailureText.sentence("The host's name was not found", unknown));
      case ConnectTimeoutException _ ->
          new Outcome.TimedOut("The connection was not made in time.");
      case SslHandshakeTimeoutException _ ->
          new Outcome.TimedOut("The handshake of TLS was not over in time.");
      case NotSslRecordException _ ->
          new Outcome.Untrusted(FailureReason.TLS, "The receiver does not speak TLS on this port.");
      case StreamResetException reset ->
          new Outcome.Unreachable(
              FailureReason.PROTOCOL,
              "The receiver reset the stream (HTTP/2 error " + reset.getCode() + ").");
      case HttpClosedException closed -> closed(closed);
      case ClosedChannelException _ -> brokenOff();
      case PrematureChannelClosureException _ -> brokenOff();
      case SslClosedEngineException _ -> brokenOff();
      case NoRouteToHostException _ -> noWay(cause);
      case SSLException _ -> null;
      case IOException other -> byMessage(other);
      default -> null;
    };
  }

  private static Outcome closed(HttpClosedException closed) {
    long code = errorCode(closed);
    return code == 0
        ? brokenOff()
        : new Outcome.Unreachable(
            FailureReason.PROTOCOL,
            "The receiver ended the connection (HTTP/2 error " + code + ").");
  }

  private static long errorCode(HttpClosedException closed) {
    try {
      return closed.goAway() == null ? 0 : closed.goAway().getErrorCode();
    } catch (IllegalReferenceCountException e) {
      // the frame's debugging data is gone by now, and Vert.x insists on copying it
      return 0;
    }
  }

  /** A handshake that was cut off is no verdict about certificates. */
  private static Outcome tls(SSLException broken) {
    return message(broken).contains("connection closed")
        ? brokenOff()
        : new Outcome.Untrusted(
            FailureReason.TLS, FailureText.sentence("The handshake of TLS failed", broken));
  }

  private static @Nullable Outcome byMessage(IOException failure) {
    String words = message(failure);
    if (words.contains("connection refused")) {
      return new Outcome.Unreachable(
          FailureReason.CONNECTION_REFUSED, "The receiver refused the connection.");
    }
    if (words.contains("timed out")) {
      return new Outcome.TimedOut("The connection was not made in time.");
    }
    if (NO_WAY.stream().anyMatch(words::contains)) {
      return noWay(failure);
    }
    if (BROKEN_OFF.stream().anyMatch(words::contains)) {
      return brokenOff();
    }
    return failure instanceof ConnectException ? noWay(failure) : null;
  }

  private static Outcome brokenOff() {
    return new Outcome.Unreachable(
        FailureReason.CONNECTION_RESET, "The receiver ended the connection before it answered.");
  }

  private static Outcome noWay(Throwable failure) {
    return new Outcome.Unreachable(
        FailureReason.UNREACHABLE,
        FailureText.sentence("There is no way to the receiver", failure));
  }

  private static Outcome protocol(Throwable failure) {
    return new Outcome.Unreachable(
        FailureReason.PROTOCOL, FailureText.sentence("The answer could not be read", failure));
  }

  private static String message(Throwable failure) {
    String message = failure.getMessage();
    return message == null ? "" : message.toLowerCase(Locale.ROOT);
  }
}
