package io.postrider.server.people.profile;

import io.postrider.log.RecordLog;
import io.postrider.server.people.profile.ProfileStore.OffsetRange;
import io.postrider.server.people.profile.ProfileStore.Progress;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Rebuilds all profiles from this node's log. Any thread may call it; calls block.
 *
 * <p>A rebuild deletes the follower's bookmarks. The follower of this node restarts at once;
 * another node notices the missing bookmark with its next batch.
 */
public final class ProfileRebuild {

  private final ProfileStore store;
  private final RecordLog log;
  private final Runnable restartFollower;
  private final InstantSource time;

  /**
   * @param restartFollower makes the follower of this node read its bookmarks again
   */
  public ProfileRebuild(
      ProfileStore store, RecordLog log, Runnable restartFollower, InstantSource time) {
    this.store = store;
    this.log = log;
    this.restartFollower = restartFollower;
    this.time = time;
  }

  /** Starts a rebuild. A rebuild in progress starts over. */
  public void start() {
    store.rebuild(ranges(), time.instant());
    restartFollower.run();
  }

  /**
   * Starts a rebuild if nothing of the log was ever applied, because profiles are new or were lost:
   * nothing is published until it has ended, and then only what was not published before.
   *
   * @return whether it did
   */
  public boolean restoreIfNew() {
    List<OffsetRange> ranges = ranges();
    boolean isNew = store.rebuilding().isEmpty();
    for (int partition = 0; partition < log.partitions(); partition++) {
      isNew &= store.bookmark(partition).isEmpty();
    }
    if (isNew && !ranges.isEmpty()) {
      store.restore(ranges, time.instant());
    }
    return isNew && !ranges.isEmpty();
  }

  private List<OffsetRange> ranges() {
    List<OffsetRange> ranges = new ArrayList<>();
    for (int partition = 0; partition < log.partitions(); partition++) {
      OffsetRange range =
          new OffsetRange(partition, log.firstOffset(partition), log.endOffset(partition));
      if (range.until() > range.from()) {
        ranges.add(range);
      }
    }
    return ranges;
  }

  /** The progress of the rebuild; empty if none is running. */
  public Optional<Progress> progress() {
    return store.rebuilding();
  }
}
