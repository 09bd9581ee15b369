package io.postrider.server.access;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.postrider.server.access.TokenLookup.Credential;
import io.postrider.server.http.ForwardedHeaders;
import io.postrider.server.http.RequestHead;
import io.postrider.server.http.admin.ApiException;
import io.postrider.server.http.admin.ProblemCode;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Limits, counts and logs failed authentications. May be called from any thread and never blocks.
 *
 * <p>An address with too many failures gets no answer about a token, right or wrong. Requests with
 * a token that was used from the same address before are not limited, so that one client with a
 * wrong token does not stop the others behind its address.
 */
public final class SignInGuard {

  /** How a caller authenticates. */
  enum Method {
    /** By a token in the Authorization header. */
    TOKEN,
    /** By a token that is exchanged for a session. */
    SIGN_IN,
    /** By a session cookie; it is not limited, because sessions expire. */
    SESSION
  }

  /** The minimum time between two log lines. */
  static final Duration BETWEEN_WARNINGS = Duration.ofSeconds(10);

  private static final Logger LOG = LoggerFactory.getLogger(SignInGuard.class);

  private final ForwardedHeaders forwarding;
  private final SignInThrottle throttle = new SignInThrottle();
  private final KnownCallers known = new KnownCallers();
  private final Map<Method, Counter> failures = new EnumMap<>(Method.class);
  private @Nullable Instant warnedAt;
  private long unwarned;

  public SignInGuard(ForwardedHeaders forwarding, MeterRegistry metrics) {
    this.forwarding = forwarding;
    for (Method method : Method.values()) {
      failures.put(
          method,
          Counter.builder("postrider.auth.failures")
              .tag("method", method.name().toLowerCase(Locale.ROOT))
              .register(metrics));
    }
  }

  /**
   * Checks the result of looking up a token.
   *
   * @param found the credential of the token; null if it is invalid
   * @return the same credential
   * @throws ApiException if the token is invalid, or its sender had too many failures
   */
  Credential check(Method method, RequestHead head, @Nullable Credential found, Instant now) {
    String address = forwarding.client(head);
    String network = SignInThrottle.network(address);
    if (method == Method.TOKEN && found != null && known.contains(network, found.caller())) {
      return found;
    }
    Optional<Duration> wait = throttle.charge(address, now);
    if (wait.isPresent()) {
      failed(method, address, now);
      throw ApiException.with(
          ProblemCode.TOO_MANY_REQUESTS,
          "Too many failed sign-ins from your address; retry later.",
          "Retry-After",
          Long.toString(wait.get().plusMillis(999).toSeconds()));
    }
    if (found == null) {
      failed(method, address, now);
      throw AdminAuth.unauthorized(
          method == Method.SIGN_IN ? "The token is invalid." : AdminAuth.HOW);
    }
    throttle.refund(address, now);
    known.add(network, found.caller());
    return found;
  }

  /** Counts a session that is invalid. */
  void failedSession() {
    count(Method.SESSION);
  }

  private void count(Method method) {
    Counter counter = failures.get(method);
    if (counter != null) {
      counter.increment();
    }
  }

  private void failed(Method method, String address, Instant now) {
    count(method);
    long notLogged;
    synchronized (this) {
      boolean soon =
          warnedAt != null
              && !now.isBefore(warnedAt)
              && now.isBefore(warnedAt.plus(BETWEEN_WARNINGS));
      if (soon) {
        unwarned++;
        return;
      }
      warnedAt = now;
      notLogged = unwarned;
      unwarned = 0;
    }
    LOG.atWarn()
        .addKeyValue("address", address)
        .addKeyValue("method", method.name().toLowerCase(Locale.ROOT))
        .addKeyValue("notLogged", notLogged)
        .log("An authentication failed.");
  }
}
