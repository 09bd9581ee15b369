package io.postrider.ownership.simulation;

import io.postrider.delivery.simulation.InvariantViolation;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What must hold whenever a node dispatches, saves or releases, by the knowledge of the whole
 * world. Shares no code with the machines.
 */
final class ClusterInvariants {

  private final ClusterWorld world;

  /** What receivers have accepted, by destination and partition. */
  private final List<List<BitSet>> delivered = new ArrayList<>();

  /** The last claim under which each partition was saved. */
  private final Map<Integer, SimulatedClaim> writers = new HashMap<>();

  private long repeats;

  ClusterInvariants(ClusterWorld world, int destinations, int partitions) {
    this.world = world;
    for (int destination = 0; destination < destinations; destination++) {
      List<BitSet> own = new ArrayList<>();
      for (int partition = 0; partition < partitions; partition++) {
        own.add(new BitSet());
      }
      delivered.add(own);
    }
  }

  /** How often a message was sent again that was delivered already. */
  long repeats() {
    return repeats;
  }

  /** A node sends a message. */
  void dispatching(SimulatedClaim claim, int destination, ClusterLog.Message message) {
    require(
        world.coordinator().isOwner(claim.process().member(), claim.partition()),
        "OnlyTheOwnerDispatches",
        claim);
    require(!claim.isGivenUp(), "GivenUpSendsNothing", claim);
    int offset = (int) message.offset();
    require(!isSaved(claim, destination, offset), "NoRepeatOfSaved", claim);
    for (Tombstone tombstone : world.table().tombstones()) {
      require(
          !tombstone.hides(message) || tombstone.sinceMillis() > claim.saved().takenAtMillis(),
          "TombstonesKnownBeforeFirstDispatch",
          claim);
    }
    if (accepted(destination, message.partition()).get(offset)) {
      repeats++;
    }
  }

  /** Whether the saved cursors settle a message, under this claim or before it. */
  private boolean isSaved(SimulatedClaim claim, int destination, int offset) {
    CursorTable.Saved now = world.table().saved(claim.partition());
    CursorTable.Saved known = now.epoch() == claim.epoch() ? now : claim.saved();
    return known.settled().get(destination).get(offset);
  }

  /** A receiver accepts a message. */
  void delivered(int destination, ClusterLog.Message message) {
    accepted(destination, message.partition()).set((int) message.offset());
  }

  private BitSet accepted(int destination, int partition) {
    return delivered.get(destination).get(partition);
  }

  /** A process has looked at its lease, and holds it. */
  void leased(NodeProcess process) {
    if (!process.hasTimers()) {
      throw new InvariantViolation("NothingWaitsWithoutATimer", process.toString());
    }
  }

  /** A node begins to save. */
  void saving(SimulatedClaim claim) {
    require(!claim.isGivenUp(), "GivenUpSavesNothing", claim);
  }

  /** The database accepts a change. */
  void saved(SimulatedClaim claim, CursorTable.Saved before, CursorTable.Saved after) {
    SimulatedClaim writer = writers.put(claim.partition(), claim);
    require(
        writer == null || writer == claim || writer.epoch() < claim.epoch(),
        "OneWriterPerEpoch",
        claim);
    require(after.position() >= before.position(), "CursorNeverGoesBack", claim);
    require(containsAll(after.settled(), before.settled()), "CursorNeverGoesBack", claim);
    for (int destination = 0; destination < delivered.size(); destination++) {
      BitSet unsent = (BitSet) after.settled().get(destination).clone();
      unsent.andNot(before.settled().get(destination));
      unsent.andNot(accepted(destination, claim.partition()));
      for (int offset = unsent.nextSetBit(0); offset >= 0; offset = unsent.nextSetBit(offset + 1)) {
        require(isHidden(claim.partition(), offset), "OnlyDeliveredIsSettled", claim);
      }
    }
  }

  /** A node has released a partition. */
  void released(SimulatedClaim claim) {
    if (claim.isReleasedInOrder()) {
      List<BitSet> saved = world.table().saved(claim.partition()).settled();
      require(containsAll(saved, claim.settled()), "NothingRepeatedAfterRelease", claim);
    }
  }

  private static boolean containsAll(List<BitSet> all, List<BitSet> some) {
    for (int destination = 0; destination < some.size(); destination++) {
      BitSet missing = (BitSet) some.get(destination).clone();
      missing.andNot(all.get(destination));
      if (!missing.isEmpty()) {
        return false;
      }
    }
    return true;
  }

  /** Whether everything is delivered or hidden, and saved as settled. */
  boolean isAllSettled() {
    for (int partition = 0; partition < world.log().partitions(); partition++) {
      for (int destination = 0; destination < delivered.size(); destination++) {
        BitSet saved = world.table().saved(partition).settled().get(destination);
        if (saved.nextClearBit(0) < world.log().end(partition)) {
          return false;
        }
      }
    }
    return true;
  }

  /** All faults have ended long ago. */
  void finished() {
    for (int partition = 0; partition < world.log().partitions(); partition++) {
      for (int destination = 0; destination < delivered.size(); destination++) {
        for (int offset = 0; offset < world.log().end(partition); offset++) {
          boolean known = world.table().saved(partition).settled().get(destination).get(offset);
          boolean arrived = accepted(destination, partition).get(offset);
          if (!known || (!arrived && !isHidden(partition, offset))) {
            throw new InvariantViolation(
                "NoAcceptedMessageLost",
                "destination %d, partition %d, offset %d"
                    .formatted(destination, partition, offset));
          }
        }
      }
    }
  }

  private boolean isHidden(int partition, long offset) {
    ClusterLog.Message message = world.log().at(partition, offset);
    return world.table().tombstones().stream().anyMatch(one -> one.hides(message));
  }

  private static void require(boolean holds, String invariant, SimulatedClaim claim) {
    if (!holds) {
      throw new InvariantViolation(invariant, claim.toString());
    }
  }
}
