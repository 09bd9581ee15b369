package io.postrider.server.delivery.cluster;

import io.postrider.server.delivery.replay.ReplayRequest;
import io.postrider.server.delivery.replay.ReplayRequestStore;
import java.time.InstantSource;

/**
 * Runs the parts of replays that are in partitions of this node. Each step can be repeated: a part
 * is started again only if neither the machine nor the database knows of it. Belongs to one thread.
 */
public final class ReplayTaker {

  /** The replays in the partitions of this node. */
  public interface LocalReplays {

    /** What a machine does with a part. */
    enum State {
      /** This node does not deliver the partition. */
      ELSEWHERE,
      /** A replay is running, this or another, or its end is not saved yet. */
      BUSY,
      IDLE
    }

    /** The state of a part; cancels it if it is running and that is asked for. */
    State state(ReplayRequest part);

    void start(ReplayRequest part);
  }

  private final ReplayRequestStore store;
  private final LocalReplays local;
  private final InstantSource time;

  public ReplayTaker(ReplayRequestStore store, LocalReplays local, InstantSource time) {
    this.store = store;
    this.local = local;
    this.time = time;
  }

  /** Takes up what is new, and removes what has ended. */
  public void step() {
    for (ReplayRequest part : store.all()) {
      if (local.state(part) == LocalReplays.State.IDLE) {
        take(part);
      }
    }
  }

  private void take(ReplayRequest part) {
    if (store.isEnded(part)) {
      store.remove(part);
    } else if (part.cancelled()) {
      store.endUnstarted(part, time.instant());
    } else {
      local.start(part);
    }
  }
}
