package io.postrider.server.usage;

import io.postrider.id.SourceId;
import io.postrider.server.background.LogFollower;
import io.postrider.server.catalog.SeenEvents;
import io.postrider.server.database.DatabaseUnavailableException;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The counted events of sources. May be called from any thread. */
public final class CountedEvents implements SeenEvents {

  private static final Duration TIMEOUT = Duration.ofSeconds(5);

  private final Function<SourceId, Known> counted;
  private final @Nullable LogFollower follower;

  /**
   * @param counted reads the counts
   * @param follower the follower that counts; null if another node does
   */
  public CountedEvents(Function<SourceId, Known> counted, @Nullable LogFollower follower) {
    this.counted = counted;
    this.follower = follower;
  }

  @Override
  public Known of(SourceId source) {
    return counted.apply(source);
  }

  @Override
  public Known upToNow(SourceId source) {
    if (follower == null) {
      return counted.apply(source);
    }
    try {
      follower.whenCaughtUp().get(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException | ExecutionException behind) {
      throw new DatabaseUnavailableException("Usage counting has not caught up.", behind);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new DatabaseUnavailableException("Interrupted.", interrupted);
    }
    return counted.apply(source);
  }
}
