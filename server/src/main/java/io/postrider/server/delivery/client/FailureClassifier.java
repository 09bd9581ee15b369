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

/** Maps failures below HTTP to outcomes. Pure. */
final class FailureClassifier {

  private static final int MAX_DEPTH = 16;

  /** HTTP/2: the receiver did not process the request. */
  private static final long REFUSED_STREAM = 7;

  /** Messages of operating systems for unreachable hosts, whatever the Java exception is. */
  private static final Set<String> UNREACHABLE =
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

  private static final Set<String> RESET =
      Set.of("connection reset", "broken pipe", "connection closed", "connection was closed");

  private FailureClassifier() {}

  /**
   * Reads the chain of causes; the first specific one counts. A TLS failure counts only if no cause
   * is more specific.
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

  /** Whether another address of the host may succeed. */
  static boolean isOfAddress(Outcome outcome) {
    return outcome instanceof Outcome.TimedOut
        || (outcome instanceof Outcome.Unreachable(FailureReason reason, String _)
            && (reason == FailureReason.CONNECTION_REFUSED
                || reason == FailureReason.UNREACHABLE
                || reason == FailureReason.CONNECTION_RESET));
  }

  /** Whether the receiver closed a kept-alive connection rather than rejected this request. */
  static boolean isEndOfConnection(Throwable failure) {
    if (failure instanceof StreamResetException reset) {
      return reset.getCode() == REFUSED_STREAM;
    }
    return outcome(failure) instanceof Outcome.Unreachable(FailureReason reason, String _)
        && reason == FailureReason.CONNECTION_RESET;
  }

  /** Whether the bytes received are not a valid HTTP/1.1 response. */
  static boolean isUnreadable(Throwable failure) {
    return outcome(failure) instanceof Outcome.Unreachable(FailureReason reason, String _)
        && reason == FailureReason.PROTOCOL;
  }

  private static @Nullable Outcome specific(Throwable cause) {
    return switch (cause) {
      case ReceiverTrust.UntrustedException untrusted -> untrusted.outcome();
      case UnknownHostException unknown ->
          new Outcome.Unreachable(
              FailureReason.DNS, FailureText.sentence("The host name does not exist", unknown));
      case ConnectTimeoutException _ ->
          new Outcome.TimedOut("The connection was not established in time.");
      case SslHandshakeTimeoutException _ -> new Outcome.TimedOut("The TLS handshake timed out.");
      case NotSslRecordException _ ->
          new Outcome.Untrusted(FailureReason.TLS, "The receiver does not speak TLS on this port.");
      case StreamResetException reset ->
          new Outcome.Unreachable(
              FailureReason.PROTOCOL,
              "The receiver reset the stream (HTTP/2 error " + reset.getCode() + ").");
      case HttpClosedException closed -> closed(closed);
      case ClosedChannelException _ -> reset();
      case PrematureChannelClosureException _ -> reset();
      case SslClosedEngineException _ -> reset();
      case NoRouteToHostException _ -> unreachable(cause);
      case SSLException _ -> null;
      case IOException other -> byMessage(other);
      default -> null;
    };
  }

  private static Outcome closed(HttpClosedException closed) {
    long code = errorCode(closed);
    return code == 0
        ? reset()
        : new Outcome.Unreachable(
            FailureReason.PROTOCOL,
            "The receiver closed the connection (HTTP/2 error " + code + ").");
  }

  private static long errorCode(HttpClosedException closed) {
    try {
      return closed.goAway() == null ? 0 : closed.goAway().getErrorCode();
    } catch (IllegalReferenceCountException e) {
      // the frame's debug data is released, and Vert.x copies it
      return 0;
    }
  }

  /** A connection closed during the handshake says nothing about certificates. */
  private static Outcome tls(SSLException broken) {
    return message(broken).contains("connection closed")
        ? reset()
        : new Outcome.Untrusted(
            FailureReason.TLS, FailureText.sentence("The TLS handshake failed", broken));
  }

  private static @Nullable Outcome byMessage(IOException failure) {
    String text = message(failure);
    if (text.contains("connection refused")) {
      return new Outcome.Unreachable(
          FailureReason.CONNECTION_REFUSED, "The receiver refused the connection.");
    }
    if (text.contains("timed out")) {
      return new Outcome.TimedOut("The connection was not established in time.");
    }
    if (UNREACHABLE.stream().anyMatch(text::contains)) {
      return unreachable(failure);
    }
    if (RESET.stream().anyMatch(text::contains)) {
      return reset();
    }
    return failure instanceof ConnectException ? unreachable(failure) : null;
  }

  private static Outcome reset() {
    return new Outcome.Unreachable(
        FailureReason.CONNECTION_RESET, "The receiver closed the connection before it responded.");
  }

  private static Outcome unreachable(Throwable failure) {
    return new Outcome.Unreachable(
        FailureReason.UNREACHABLE, FailureText.sentence("The receiver is unreachable", failure));
  }

  private static Outcome protocol(Throwable failure) {
    return new Outcome.Unreachable(
        FailureReason.PROTOCOL, FailureText.sentence("The response is not valid HTTP", failure));
  }

  private static String message(Throwable failure) {
    String message = failure.getMessage();
    return message == null ? "" : message.toLowerCase(Locale.ROOT);
  }
}
