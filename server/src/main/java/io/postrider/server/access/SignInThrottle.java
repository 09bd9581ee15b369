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
 * How often a sign-in may fail: ten times from one address, then once more every thirty seconds.
 *
 * <p>May be called from any thread. An attempt is paid for before it is made, and paid back if it
 * succeeds, so that many at once are counted too. Addresses of one IPv6 network of 64 bits count as
 * one. It remembers the last {@link #MOST_ADDRESSES} that failed: whoever has more than that many
 * can go on, against tokens that cannot be guessed.
 */
public final class SignInThrottle {

  static final int MOST_FAILURES = 10;
  static final int MOST_ADDRESSES = 10_000;
  static final Duration REGAIN = Duration.ofSeconds(30);

  private static final int NETWORK_BYTES = 8;

  /** How many attempts an address has left, in thirty-second steps since a time. */
  private record Allowance(int left, Instant since) {

    Allowance at(Instant now) {
      long regained = Math.max(0, Duration.between(since, now).dividedBy(REGAIN));
      return left + regained >= MOST_FAILURES
          ? new Allowance(MOST_FAILURES, now)
          : new Allowance(left + (int) regained, since.plus(REGAIN.multipliedBy(regained)));
    }
  }

  private final LinkedHashMap<String, Allowance> allowances = new LinkedHashMap<>(16, 0.75f, true);

  /** Pays for an attempt; otherwise how long to wait for the next one. */
  public synchronized Optional<Duration> pay(String address, Instant now) {
    String network = network(address);
    @Nullable Allowance known = allowances.get(network);
    Allowance allowance = known == null ? new Allowance(MOST_FAILURES, now) : known.at(now);
    if (allowance.left() == 0) {
      return Optional.of(Duration.between(now, allowance.since().plus(REGAIN)));
    }
    allowances.put(network, new Allowance(allowance.left() - 1, allowance.since()));
    if (allowances.size() > MOST_ADDRESSES) {
      allowances.pollFirstEntry();
    }
    return Optional.empty();
  }

  /** Pays an attempt back that succeeded. */
  public synchronized void payBack(String address, Instant now) {
    allowances.computeIfPresent(
        network(address),
        (network, allowance) -> {
          Allowance current = allowance.at(now);
          int left = current.left() + 1;
          return left >= MOST_FAILURES ? null : new Allowance(left, current.since());
        });
  }

  synchronized int remembered() {
    return allowances.size();
  }

  private static String network(String address) {
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
