package io.postrider.server.delivery;

import io.postrider.log.RecordLog;
import io.postrider.ownership.ClaimMachine;
import io.postrider.ownership.ClaimMachine.Step;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Drives the claims of this node: carries out the steps of each {@link ClaimMachine}, on the thread
 * of the input that asked for them.
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
  public void claim(int partition, BooleanSupplier isAssigned) {
    if (claimed.find(partition).isEmpty()) {
      PartitionClaim claim = new PartitionClaim(partition);
      claimed.add(claim);
      // who gives the partition up from here on finds the claim
      tell(List.of(claim), isAssigned.getAsBoolean() ? ClaimMachine::assigned : ClaimMachine::lost);
    }
  }

  @Override
  public void release(Set<Integer> partitions) {
    tell(found(partitions), ClaimMachine::revoked);
  }

  @Override
  public void lose(Set<Integer> partitions) {
    tell(found(partitions), ClaimMachine::lost);
  }

  @Override
  public void resume() {
    loops.tick();
  }

  private List<PartitionClaim> found(Set<Integer> partitions) {
    return partitions.stream().map(claimed::find).flatMap(Optional::stream).toList();
  }

  /** Takes claims from step to step; those at the same step go together. */
  private void tell(List<PartitionClaim> claims, Function<ClaimMachine, Step> input) {
    Map<Step, List<PartitionClaim>> due = new EnumMap<>(Step.class);
    for (PartitionClaim claim : claims) {
      Step next = claim.tell(input);
      if (next != Step.NONE) {
        due.computeIfAbsent(next, none -> new ArrayList<>()).add(claim);
      }
    }
    RuntimeException failure = null;
    for (Map.Entry<Step, List<PartitionClaim>> one : due.entrySet()) {
      try {
        carryOut(one.getKey(), one.getValue());
      } catch (RuntimeException failed) {
        failure = failed;
      }
    }
    if (failure != null) {
      throw failure;
    }
  }

  private void carryOut(Step step, List<PartitionClaim> claims) {
    try {
      switch (step) {
        case TAKE_EPOCH -> claims.forEach(this::takeEpoch);
        case LOAD -> claims.forEach(this::load);
        case RESTORE -> claims.forEach(loops::open);
        case FOLLOW -> claims.forEach(loops::follow);
        case DRAIN -> loops.awaitIdle(claims, patience);
        case FLUSH -> flush(claims);
        case RETIRE -> claims.forEach(this::retire);
        case NONE -> {
          // there is nothing to do
        }
      }
    } catch (RuntimeException | Error failed) {
      tell(claims, machine -> machine.failed(step));
      throw failed;
    }
    tell(claims, machine -> machine.done(step));
  }

  private void takeEpoch(PartitionClaim claim) {
    CursorStore.Saved saved = store.claim(claim.partition());
    StartPositions.check(log, claim.partition(), saved);
    claim.taken(saved);
  }

  private void load(PartitionClaim claim) {
    refresh.run();
    long start = StartPositions.start(log, claim.partition(), claim.saved());
    claim.loaded(start, duplicates.restore(claim.partition(), start, claim.saved()));
  }

  private void flush(List<PartitionClaim> claims) {
    try {
      flusher.flushNow();
    } catch (RuntimeException failed) {
      LOG.atWarn()
          .addKeyValue("partitions", claims.stream().map(PartitionClaim::partition).toList())
          .addKeyValue("reason", failed.getMessage())
          .log("Cannot save cursors before partitions move; their next node sends some again.");
    }
  }

  /** Ends the deliveries first: nobody can claim the partition again before. */
  private void retire(PartitionClaim claim) {
    loops.close(claim);
    claimed.remove(claim);
  }
}
