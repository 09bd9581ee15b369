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
 * Profiles as they follow from the log. Reads what the records of a step say and has it kept in one
 * transaction with the bookmark, so that each message counts exactly once.
 *
 * <p>Takes one step after the other of each partition; partitions may run at once.
 */
public final class Profiles implements Projection {

  /** Steps short enough that nobody waits long for the database, and soon enough to be current. */
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
  private final Counter leftOut;
  private final AtomicBoolean toldOfUnreadable = new AtomicBoolean();

  /** Keeps profiles in a store, from what is not hidden. */
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
    this.leftOut =
        Counter.builder("postrider.profiles.values.left.out")
            .description("Traits and properties that were not kept, for there were too many")
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
    long tooMuch = store.apply(step, updates, now);
    leftOut.increment((double) (tooMuch + reader.leftOut()));
  }

  /** What tells a record from all others. */
  public static long seq(int partition, long offset) {
    return (long) partition << PARTITION_SHIFT | offset;
  }

  private @Nullable ProfileUpdate read(
      ProfileUpdateReader reader, int partition, LogRecord record, long oldest) {
    try {
      RecordView view = RecordView.of(record.bytes());
      return hidden.hides(partition, record.offset(), view)
          ? null
          : reader.read(view, seq(partition, record.offset()), oldest);
    } catch (IllegalArgumentException unreadable) {
      if (toldOfUnreadable.compareAndSet(false, true)) {
        LOG.atError()
            .addKeyValue("offset", record.offset())
            .log("A record says nothing, for it cannot be read: {}", unreadable.getMessage());
      }
      return null;
    }
  }
}
