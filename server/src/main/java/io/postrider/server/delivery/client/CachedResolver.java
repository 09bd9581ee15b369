package io.postrider.server.delivery.client;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * A resolver that caches answers for a short time and joins concurrent queries for one name.
 *
 * <p>Thread-safe. Cached names and pending queries are bounded; beyond the bound of pending queries
 * a query fails at once, so that a dead name server cannot pile up work.
 */
public final class CachedResolver implements Resolver {

  static final int MAX_NAMES = 10_000;
  static final int MAX_PENDING = 1_024;
  static final Duration POSITIVE_TTL = Duration.ofSeconds(10);

  /** Long enough to stop a stampede, short enough not to prolong an outage. */
  static final Duration NEGATIVE_TTL = Duration.ofSeconds(1);

  private record Known(CompletionStage<List<InetAddress>> answer, long untilMillis) {}

  private final Resolver source;
  private final InstantSource steadyTime;
  private final Map<String, CompletableFuture<List<InetAddress>>> pending = new HashMap<>();
  private final Map<String, Known> known =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Known> eldest) {
          return size() > MAX_NAMES;
        }
      };

  public CachedResolver(Resolver source, InstantSource steadyTime) {
    this.source = source;
    this.steadyTime = steadyTime;
  }

  @Override
  public CompletionStage<List<InetAddress>> resolve(String name) {
    CompletableFuture<List<InetAddress>> own;
    synchronized (this) {
      Known before = known.get(name);
      if (before != null && before.untilMillis() > steadyTime.millis()) {
        return before.answer();
      }
      CompletableFuture<List<InetAddress>> others = pending.get(name);
      if (others != null) {
        return others;
      }
      if (pending.size() >= MAX_PENDING) {
        return CompletableFuture.failedFuture(
            new UnknownHostException("too many DNS queries are pending"));
      }
      own = new CompletableFuture<>();
      pending.put(name, own);
    }
    ask(name, own);
    return own;
  }

  private void ask(String name, CompletableFuture<List<InetAddress>> own) {
    CompletionStage<List<InetAddress>> asked;
    try {
      asked = source.resolve(name);
    } catch (RuntimeException e) {
      asked = CompletableFuture.failedFuture(e);
    }
    var _ = asked.whenComplete((addresses, failure) -> settle(name, own, addresses, failure));
  }

  private void settle(
      String name,
      CompletableFuture<List<InetAddress>> own,
      @Nullable List<InetAddress> addresses,
      @Nullable Throwable failure) {
    Duration ttl = addresses == null ? NEGATIVE_TTL : POSITIVE_TTL;
    synchronized (this) {
      pending.remove(name);
      known.put(name, new Known(own, steadyTime.millis() + ttl.toMillis()));
    }
    if (addresses != null) {
      own.complete(List.copyOf(addresses));
    } else {
      own.completeExceptionally(
          failure == null ? new UnknownHostException("no addresses") : failure);
    }
  }

  synchronized int names() {
    return known.size();
  }

  @Override
  public void close() {
    source.close();
  }
}
