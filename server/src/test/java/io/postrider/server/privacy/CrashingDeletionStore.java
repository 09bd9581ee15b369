package io.postrider.server.privacy;

import io.postrider.id.DestinationId;
import io.postrider.id.RegulationId;
import io.postrider.id.SourceId;
import io.postrider.privacy.Deletion;
import io.postrider.privacy.RegulationStatus;
import io.postrider.route.LogEndOffsets;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A store that may crash in every call. */
record CrashingDeletionStore(DeletionStore store, Fuse fuse) implements DeletionStore {

  @Override
  public List<Regulation> unsent(int most) {
    return fuse.burn(() -> store.unsent(most));
  }

  @Override
  public List<Regulation> waiting(long afterNumber, int most) {
    return fuse.burn(() -> store.waiting(afterNumber, most));
  }

  @Override
  public Deletion state(RegulationId id) {
    return fuse.burn(() -> store.state(id));
  }

  @Override
  public boolean lease(long holder, Instant now, Instant until) {
    return fuse.burn(() -> store.lease(holder, now, until));
  }

  @Override
  public void release(long holder) {
    fuse.burn(() -> store.release(holder));
  }

  @Override
  public void decided(RegulationId id, List<SourceId> sources, boolean toAll) {
    fuse.burn(() -> store.decided(id, sources, toAll));
  }

  @Override
  public void erased(RegulationId id, LogEndOffsets before) {
    fuse.burn(() -> store.erased(id, before));
  }

  @Override
  public void sent(
      RegulationId id,
      Deletion.Send step,
      int to,
      @Nullable Range sent,
      Collection<DestinationId> receivers) {
    fuse.burn(() -> store.sent(id, step, to, sent, receivers));
  }

  @Override
  public List<Chunk> chunks(RegulationId id, int most) {
    return fuse.burn(() -> store.chunks(id, most));
  }

  @Override
  public void followed(RegulationId id, Chunk chunk) {
    fuse.burn(() -> store.followed(id, chunk));
  }

  @Override
  public void ended(RegulationId id, RegulationStatus status, Instant at) {
    fuse.burn(() -> store.ended(id, status, at));
  }
}
