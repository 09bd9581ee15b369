package io.postrider.ownership.simulation;

import io.postrider.ownership.ClaimMachine;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A claim of a partition by a process: the production machine and what was loaded for it. */
final class SimulatedClaim {

  private final NodeProcess process;
  private final int partition;
  private final ClaimMachine machine = new ClaimMachine();
  private final List<ClaimedDelivery> deliveries = new ArrayList<>();
  private CursorTable.@Nullable Saved saved;
  private long live;
  private int inFlight;
  private boolean givenUp;
  private boolean drained;
  private boolean flushFailed;

  /** What is settled as far as this claim knows, by destination. */
  private final List<BitSet> settled = new ArrayList<>();

  SimulatedClaim(NodeProcess process, int partition) {
    this.process = process;
    this.partition = partition;
  }

  NodeProcess process() {
    return process;
  }

  int partition() {
    return partition;
  }

  ClaimMachine machine() {
    return machine;
  }

  List<ClaimedDelivery> deliveries() {
    return deliveries;
  }

  /** The epoch is taken. */
  void taken(CursorTable.Saved found) {
    saved = found;
    live = found.position();
    found.settled().forEach(one -> settled.add((BitSet) one.clone()));
  }

  CursorTable.Saved saved() {
    return Objects.requireNonNull(saved);
  }

  long epoch() {
    return saved().epoch();
  }

  /** The live position. */
  long live() {
    return live;
  }

  void live(long position) {
    live = position;
  }

  List<BitSet> settled() {
    return settled;
  }

  int inFlight() {
    return inFlight;
  }

  void inFlight(int more) {
    inFlight += more;
  }

  /** The process knows that the partition is not its own any more. */
  void giveUp() {
    givenUp = true;
  }

  boolean isGivenUp() {
    return givenUp;
  }

  /** No request is waited for any more. */
  void drained() {
    drained = inFlight == 0;
  }

  void flushFailed() {
    flushFailed = true;
  }

  /** Whether everything that ended is saved when it is released, as far as the process can tell. */
  boolean isReleasedInOrder() {
    return drained && !flushFailed && !givenUp;
  }

  @Override
  public String toString() {
    return process + ", partition " + partition + (saved == null ? "" : ", epoch " + epoch());
  }
}
