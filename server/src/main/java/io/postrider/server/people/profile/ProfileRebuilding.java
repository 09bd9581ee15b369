package io.postrider.server.people.profile;

import io.postrider.log.RecordLog;
import io.postrider.server.people.api.ProfileRebuild;
import io.postrider.server.people.profile.ProfileStore.Stretch;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Has profiles built anew from this node's log. Whoever follows that log for them is told to begin
 * anew; another node finds its bookmark gone when the next message comes.
 */
public final class ProfileRebuilding implements ProfileRebuild {

  private final ProfileStore store;
  private final RecordLog log;
  private final Runnable begin;
  private final InstantSource time;

  /**
   * @param begin has whoever follows the log here look for the bookmark
   */
  public ProfileRebuilding(ProfileStore store, RecordLog log, Runnable begin, InstantSource time) {
    this.store = store;
    this.log = log;
    this.begin = begin;
    this.time = time;
  }

  @Override
  public void start() {
    List<Stretch> stretches = new ArrayList<>();
    for (int partition = 0; partition < log.partitions(); partition++) {
      Stretch stretch =
          new Stretch(partition, log.firstOffset(partition), log.endOffset(partition));
      if (stretch.until() > stretch.from()) {
        stretches.add(stretch);
      }
    }
    store.rebuild(stretches, time.instant());
    begin.run();
  }

  @Override
  public Optional<Progress> progress() {
    return store.rebuilding().map(at -> new Progress(at.done(), at.total()));
  }
}
