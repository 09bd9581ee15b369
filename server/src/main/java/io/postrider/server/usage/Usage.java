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
 * Counts usage from the log. It counts the records of a step in memory and writes them once.
 *
 * <p>Each call is counted exactly once. It counts as filtered by the event rules in force when it
 * is counted, shortly after it was accepted; delivery uses the rules of its own time.
 */
public final class Usage implements Projection {

  private static final Logger LOG = LoggerFactory.getLogger(Usage.class);

  private final UsageStore store;
  private final Supplier<Catalog> catalog;
  private final InstantSource time;
  private final AtomicInteger sweptFor = new AtomicInteger(Integer.MIN_VALUE);
  private final AtomicBoolean loggedUnreadable = new AtomicBoolean();

  /**
   * @param catalog the current catalog
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
    UsageCounter counter = new UsageCounter(catalog.get());
    for (LogRecord record : records) {
      try {
        counter.add(RecordView.of(record.bytes()));
      } catch (IllegalArgumentException unreadable) {
        logOnce(record.offset(), unreadable);
      }
    }
    store.add(step, counter.counts());
  }

  private void sweepOnceADay() {
    int today = UsageCounter.day(time.millis());
    if (sweptFor.get() != today) {
      store.sweep(today - UsageStore.RETENTION_DAYS + 1);
      sweptFor.set(today);
    }
  }

  private void logOnce(long offset, IllegalArgumentException unreadable) {
    if (loggedUnreadable.compareAndSet(false, true)) {
      LOG.atError()
          .addKeyValue("offset", offset)
          .log("Skipping unreadable record: {}", unreadable.getMessage());
    }
  }
}
