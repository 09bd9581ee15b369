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
 * A resolver that remembers answers for a short while and asks about one name once at a time.
 *
 * <p>Thread-safe. Its bounds: names remembered, and look-ups under way; beyond the latter a look-up
 * fails at once, so that a dead name server cannot pile up work.
 */
public final class CachedResolver implements Resolver {

  static final int MAX_NAMES = 10_000;
  static final int MAX_UNDER_WAY = 1_024;
  static final Duration GOOD_FOR = Duration.ofSeconds(10);

  /** Long enough to stop a stampede, short enough not to prolong an outage. */
  static final Duration FAILED_FOR = Duration.ofSeconds(1);

  private record Known(CompletionStage<List<InetAddress>> answer, long untilMillis) {}

  private final Resolver source;
  private final InstantSource time;
  private final Map<String, CompletableFuture<List<InetAddress>>> underWay = new HashMap<>();
  private final Map<String, Known> known =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Known> eldest) {
          return size() > MAX_NAMES;
        }
      };

  /** Remembers what another resolver says. */
  public CachedResolver(Resolver source, InstantSource time) {
    this.source = source;
    this.time = time;
  }

  @Override
  public CompletionStage<List<InetAddress>> resolve(String name) {
    CompletableFuture<List<InetAddress>> mine;
    synchronized (this) {
      Known before = known.get(name);
      if (before != null && before.untilMillis() > time.millis()) {
        return before.answer();
      }
      CompletableFuture<List<InetAddress>> others = underWay.get(name);
      if (others != null) {
        return others;
      }
      if (underWay.size() >= MAX_UNDER_WAY) {
        return CompletableFuture.failedFuture(
            new UnknownHostException("too many look-ups are under way"));
      }
      mine = new CompletableFuture<>();
      underWay.put(name, mine);
    }
    ask(name, mine);
    return mine;
  }

  private void ask(String name, CompletableFuture<List<InetAddress>> mine) {
    CompletionStage<List<InetAddress>> asked;
    try {
      asked = source.resolve(name);
    } catch (RuntimeException e) {
      asked = CompletableFuture.failedFuture(e);
    }
    var _ = asked.whenComplete((addresses, failure) -> settle(name, mine, addresses, failure));
  }

  private void settle(
      String name,
      CompletableFuture<List<InetAddress>> mine,
      @Nullable List<InetAddress> addresses,
      @Nullable Throwable failure) {
    Duration kept = addresses == null ? FAILED_FOR : GOOD_FOR;
    synchronized (this) {
      underWay.remove(name);
      known.put(name, new Known(mine, time.millis() + kept.toMillis()));
    }
    if (addresses != null) {
      mine.complete(List.copyOf(addresses));
    } else {
      mine.completeExceptionally(
          failure == null ? new UnknownHostException("no addresses") : failure);
    }
  }

  /** How many names are remembered. */
  synchronized int names() {
    return known.size();
  }

  @Override
  public void close() {
    source.close();
  }
}
