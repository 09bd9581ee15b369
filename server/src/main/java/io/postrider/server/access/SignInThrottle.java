package io.postrider.server.access;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Limits failed authentications: ten per network, then one every thirty seconds.
 *
 * <p>May be called from any thread. An attempt is charged before it is made and refunded if it
 * succeeds, so concurrent attempts count too. It remembers the last {@link #MAX_ADDRESSES}
 * networks; an attacker with more of them is not limited, but tokens cannot be guessed.
 */
final class SignInThrottle {

  static final int MAX_FAILURES = 10;
  static final int MAX_ADDRESSES = 10_000;
  static final Duration REFILL_INTERVAL = Duration.ofSeconds(30);

  private static final int NETWORK_BYTES = 8;

  /** The remaining attempts of an address at a time. */
  private record Allowance(int left, Instant since) {

    Allowance at(Instant now) {
      if (now.isBefore(since)) {
        return new Allowance(left, now); // the clock was set back
      }
      long refilled = Duration.between(since, now).dividedBy(REFILL_INTERVAL);
      return left + refilled >= MAX_FAILURES
          ? new Allowance(MAX_FAILURES, now)
          : new Allowance(
              left + (int) refilled, since.plus(REFILL_INTERVAL.multipliedBy(refilled)));
    }
  }

  private final LinkedHashMap<String, Allowance> allowances = new LinkedHashMap<>(16, 0.75f, true);

  /** Charges an attempt; if none is left, returns how long to wait. */
  synchronized Optional<Duration> charge(String address, Instant now) {
    String network = network(address);
    @Nullable Allowance known = allowances.get(network);
    Allowance allowance = known == null ? new Allowance(MAX_FAILURES, now) : known.at(now);
    if (allowance.left() == 0) {
      allowances.put(network, allowance);
      return Optional.of(Duration.between(now, allowance.since().plus(REFILL_INTERVAL)));
    }
    allowances.put(network, new Allowance(allowance.left() - 1, allowance.since()));
    if (allowances.size() > MAX_ADDRESSES) {
      var _ = allowances.pollFirstEntry();
    }
    return Optional.empty();
  }

  /** Refunds a successful attempt. */
  synchronized void refund(String address, Instant now) {
    allowances.computeIfPresent(
        network(address),
        (_, allowance) -> {
          Allowance current = allowance.at(now);
          int left = current.left() + 1;
          return left >= MAX_FAILURES ? null : new Allowance(left, current.since());
        });
  }

  synchronized int remembered() {
    return allowances.size();
  }

  /** The part of an address that counts: an IPv4 address, or an IPv6 network. */
  static String network(String address) {
    try {
      InetAddress parsed = InetAddress.ofLiteral(address);
      return parsed instanceof Inet6Address
          ? Arrays.toString(Arrays.copyOf(parsed.getAddress(), NETWORK_BYTES))
          : address;
    } catch (IllegalArgumentException unknown) {
      return "";
    }
  }
}
