package io.postrider.server.people.profile;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.postrider.log.LogRecord;
import io.postrider.message.RecordView;
import io.postrider.privacy.HiddenRecords;
import io.postrider.server.background.Bookmark;
import io.postrider.server.background.BookmarkMove;
import io.postrider.server.background.FollowerLimits;
import io.postrider.server.background.Projection;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Builds profiles from the log. Each step is one transaction with its bookmark, so each message
 * counts exactly once.
 *
 * <p>Steps of one partition come one after the other; partitions may run concurrently.
 */
public final class Profiles implements Projection {

  /** Short steps: other writers do not wait long, and profiles stay current. */
  public static final FollowerLimits STEPS =
      new FollowerLimits(
          2_000,
          2 * 1024 * 1024,
          Duration.ofMillis(100),
          Duration.ofSeconds(1),
          Duration.ofSeconds(30));

  private static final Logger LOG = LoggerFactory.getLogger(Profiles.class);
  private static final int PARTITION_SHIFT = 48;

  private final ProfileStore store;
  private final ProfileLimits limits;
  private final HiddenRecords hidden;
  private final InstantSource time;
  private final Counter dropped;
  private final AtomicBoolean loggedUnreadable = new AtomicBoolean();

  /**
   * @param hidden the records that count as deleted
   */
  public Profiles(
      ProfileStore store,
      ProfileLimits limits,
      HiddenRecords hidden,
      InstantSource time,
      MeterRegistry metrics) {
    this.store = store;
    this.limits = limits;
    this.hidden = hidden;
    this.time = time;
    this.dropped =
        Counter.builder("postrider.profiles.values.left.out")
            .description("Traits and properties dropped because a profile has too many")
            .register(metrics);
  }

  @Override
  public Optional<Bookmark> bookmark(int partition) {
    return store.bookmark(partition);
  }

  @Override
  public void take(BookmarkMove step, List<LogRecord> records) {
    Instant now = time.instant();
    long oldest = now.minus(limits.history()).toEpochMilli();
    ProfileUpdateReader reader = new ProfileUpdateReader(new IdHasher(store.hashKey()));
    List<ProfileUpdate> updates = new ArrayList<>(records.size());
    for (LogRecord record : records) {
      ProfileUpdate update = read(reader, step.partition(), record, oldest);
      if (update != null) {
        updates.add(update);
      }
    }
    long droppedByStore = store.apply(step, updates, now);
    dropped.increment((double) (droppedByStore + reader.dropped()));
  }

  /** Partition and offset of a record as one number. */
  public static long seq(int partition, long offset) {
    return (long) partition << PARTITION_SHIFT | offset;
  }

  private @Nullable ProfileUpdate read(
      ProfileUpdateReader reader, int partition, LogRecord record, long oldest) {
    try {
      RecordView view = RecordView.of(record.bytes());
      long offset = record.offset();
      // a delete may be in another partition than the user's records, and be read before them
      boolean skipped =
          hidden.hides(partition, offset, view) || hidden.deletes(partition, offset, view);
      return skipped ? null : reader.read(view, seq(partition, offset), oldest);
    } catch (IllegalArgumentException unreadable) {
      if (loggedUnreadable.compareAndSet(false, true)) {
        LOG.atError()
            .addKeyValue("offset", record.offset())
            .log("Skipping unreadable record: {}", unreadable.getMessage());
      }
      return null;
    }
  }
}
