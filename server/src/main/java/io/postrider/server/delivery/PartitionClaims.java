package io.postrider.server.delivery;

import io.postrider.log.RecordLog;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Claims partitions, delivers them, and gives them up.
 *
 * <p>Claiming takes the next epoch before it reads the cursors, so that an earlier owner cannot
 * write after they are read. Then it reads the catalog and the tombstones, which the earlier owner
 * may have known better, and only then the partition is delivered.
 */
final class PartitionClaims implements PartitionAssignment.Partitions {

  private static final Logger LOG = LoggerFactory.getLogger(PartitionClaims.class);

  private final CursorStore store;
  private final RecordLog log;
  private final ClaimedPartitions claimed;
  private final DeliveryLoops loops;
  private final CursorFlusher flusher;
  private final DuplicateSearch duplicates;
  private final Runnable refresh;
  private final Duration patience;

  /** How often each partition was given up: a claim under way notices that. */
  private final AtomicLongArray givenUp;

  /**
   * @param duplicates finds what repeats an earlier message
   * @param refresh reads the catalog and the tombstones, so that they are in force
   * @param patience how long a release waits for requests in flight
   */
  PartitionClaims(
      CursorStore store,
      RecordLog log,
      ClaimedPartitions claimed,
      DeliveryLoops loops,
      CursorFlusher flusher,
      DuplicateSearch duplicates,
      Runnable refresh,
      Duration patience) {
    this.store = store;
    this.log = log;
    this.claimed = claimed;
    this.loops = loops;
    this.flusher = flusher;
    this.duplicates = duplicates;
    this.refresh = refresh;
    this.patience = patience;
    this.givenUp = new AtomicLongArray(log.partitions());
  }

  /** Whether this node delivers a partition now. */
  boolean delivers(int partition) {
    return claimed.find(partition).filter(PartitionClaim::isSaved).isPresent();
  }

  /** The epoch of each partition that this node delivers now. */
  Map<Integer, Long> epochs() {
    return claimed.all().stream()
        .filter(PartitionClaim::isSaved)
        .collect(Collectors.toMap(PartitionClaim::partition, PartitionClaim::epoch));
  }

  @Override
  public void claim(int partition) {
    if (claimed.find(partition).isPresent()) {
      return;
    }
    long before = givenUp.get(partition);
    CursorStore.Saved saved = store.claim(partition);
    StartPositions.check(log, partition, saved);
    refresh.run();
    long position = StartPositions.start(log, partition, saved);
    PartitionClaim claim =
        new PartitionClaim(partition, saved, duplicates.restore(partition, position, saved));
    claimed.add(claim);
    if (givenUp.get(partition) != before) {
      claimed.end(claim);
      return;
    }
    loops.open(claim, position);
  }

  @Override
  public void release(Set<Integer> partitions) {
    List<PartitionClaim> claims = giveUp(partitions);
    claims.forEach(PartitionClaim::stop);
    loops.awaitIdle(claims, patience);
    try {
      flusher.flushNow();
    } catch (RuntimeException failed) {
      LOG.atWarn()
          .addKeyValue("partitions", partitions)
          .addKeyValue("reason", failed.getMessage())
          .log("Cannot save cursors before partitions move; their next node sends some again.");
    }
    end(claims);
  }

  @Override
  public void lose(Set<Integer> partitions) {
    end(giveUp(partitions));
  }

  @Override
  public void resume() {
    loops.tick();
  }

  private List<PartitionClaim> giveUp(Set<Integer> partitions) {
    partitions.forEach(givenUp::incrementAndGet);
    return partitions.stream().map(claimed::find).flatMap(Optional::stream).toList();
  }

  private void end(List<PartitionClaim> claims) {
    claims.forEach(claimed::end);
    claims.forEach(loops::close);
  }
}
