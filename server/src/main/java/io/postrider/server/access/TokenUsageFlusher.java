package io.postrider.server.access;

import io.postrider.server.database.DatabaseUnavailableException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The thread that keeps when tokens were last used, once a minute and when it is closed. A crash
 * forgets the last minute.
 */
public final class TokenUsageFlusher implements AutoCloseable {

  /** How often uses are kept. */
  public static final Duration INTERVAL = Duration.ofMinutes(1);

  private static final Logger logger = LoggerFactory.getLogger(TokenUsageFlusher.class);

  private final TokenUsage uses;
  private final TokenStore store;
  private final ScheduledExecutorService executor =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().name("token-uses").daemon().factory());

  private TokenUsageFlusher(TokenUsage uses, TokenStore store) {
    this.uses = uses;
    this.store = store;
  }

  /** Starts to keep. */
  public static TokenUsageFlusher start(TokenUsage uses, TokenStore store) {
    TokenUsageFlusher keeper = new TokenUsageFlusher(uses, store);
    long millis = INTERVAL.toMillis();
    var _ =
        keeper.executor.scheduleWithFixedDelay(keeper::keep, millis, millis, TimeUnit.MILLISECONDS);
    return keeper;
  }

  /** Keeps what was noted; while the store is away it stays noted. */
  void keep() {
    Map<TokenId, Instant> taken = uses.take();
    if (taken.isEmpty()) {
      return;
    }
    try {
      store.used(taken);
    } catch (DatabaseUnavailableException away) {
      taken.forEach(uses::note);
    } catch (RuntimeException bug) {
      logger.error("Cannot save the last uses of tokens.", bug);
    }
  }

  /** Lets a round that is under way end, and keeps the rest. */
  @Override
  public void close() {
    executor.close();
    keep();
  }
}
