package io.postrider.server.usage;

import io.postrider.log.LogRecord;
import io.postrider.message.RecordView;
import io.postrider.route.Catalog;
import io.postrider.server.background.Bookmark;
import io.postrider.server.background.BookmarkMove;
import io.postrider.server.background.Projection;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What is counted from the log. Adds the records of a step up in memory and writes once.
 *
 * <p>Each call is counted exactly once. Whether it counts as filtered is told by the rules in force
 * when it is counted, a moment after it was accepted; so are they when it is delivered.
 */
public final class Usage implements Projection {

  private static final Logger LOG = LoggerFactory.getLogger(Usage.class);

  private final UsageStore store;
  private final Supplier<Catalog> catalog;
  private final InstantSource time;
  private final AtomicInteger sweptFor = new AtomicInteger(Integer.MIN_VALUE);
  private final AtomicBoolean toldOfUnreadable = new AtomicBoolean();

  /**
   * Counts into a store.
   *
   * @param catalog the sources as they are now
   */
  public Usage(UsageStore store, Supplier<Catalog> catalog, InstantSource time) {
    this.store = store;
    this.catalog = catalog;
    this.time = time;
  }

  @Override
  public Optional<Bookmark> bookmark(int partition) {
    return store.bookmark(partition);
  }

  @Override
  public void take(BookmarkMove step, List<LogRecord> records) {
    sweepOnceADay();
    UsageTally tally = new UsageTally(catalog.get());
    for (LogRecord record : records) {
      try {
        tally.add(RecordView.of(record.bytes()));
      } catch (IllegalArgumentException unreadable) {
        tell(record.offset(), unreadable);
      }
    }
    store.keep(step, tally.counts());
  }

  private void sweepOnceADay() {
    int today = UsageTally.day(time.millis());
    if (sweptFor.get() != today) {
      store.sweep(today - UsageStore.DAYS_KEPT + 1);
      sweptFor.set(today);
    }
  }

  private void tell(long offset, IllegalArgumentException unreadable) {
    if (toldOfUnreadable.compareAndSet(false, true)) {
      LOG.atError()
          .addKeyValue("offset", offset)
          .log("A record is not counted, for it cannot be read: {}", unreadable.getMessage());
    }
  }
}
