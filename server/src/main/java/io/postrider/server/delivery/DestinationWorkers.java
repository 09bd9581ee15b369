package io.postrider.server.delivery;

import io.postrider.delivery.CursorChange;
import io.postrider.id.DestinationId;
import io.postrider.id.SourceId;
import io.postrider.server.delivery.reader.Block;
import io.postrider.server.delivery.replay.EndedReplay;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The destinations of one loop, by id and by source, and which of them have changed. Belongs to the
 * loop.
 */
public final class DestinationWorkers {

  /**
   * What a lane has to keep.
   *
   * @param change null if all there is to keep is that the lane is there, at the live position
   */
  record LaneChange(PartitionDelivery lane, @Nullable CursorChange change) {}

  /**
   * Everything that has to be kept at one moment.
   *
   * @param positions how far each partition was read live
   * @param needs the first offset of each partition that is needed by what is kept already
   * @param ended replays that have ended
   */
  record Changes(
      List<Long> positions,
      List<Long> needs,
      List<LaneChange> lanes,
      List<EndedReplay> ended,
      List<DestinationId> forgotten) {

    boolean isEmpty() {
      return lanes.isEmpty() && ended.isEmpty() && forgotten.isEmpty();
    }
  }

  private final Map<DestinationId, DestinationWorker> byId = new HashMap<>();
  private final Map<Long, List<DestinationWorker>> byIdBits = new HashMap<>();
  private final Map<Long, List<DestinationWorker>> bySource = new HashMap<>();
  private final List<DestinationWorker> dirty = new ArrayList<>();
  private final List<DestinationId> forgotten = new ArrayList<>();

  public Collection<DestinationWorker> all() {
    return byId.values();
  }

  Optional<DestinationWorker> find(DestinationId id) {
    return Optional.ofNullable(byId.get(id));
  }

  void add(DestinationWorker outbound) {
    byId.put(outbound.id(), outbound);
    soil(outbound);
  }

  /** Takes a destination out that is there no more; what was kept of it goes too. */
  void remove(DestinationWorker outbound) {
    byId.remove(outbound.id());
    forgotten.add(outbound.id());
  }

  /** Connections may have changed. */
  void index() {
    bySource.clear();
    byIdBits.clear();
    for (DestinationWorker outbound : byId.values()) {
      byIdBits.put(outbound.id().bits(), List.of(outbound));
      for (SourceId source : outbound.destination().connections().keySet()) {
        bySource.computeIfAbsent(source.bits(), bits -> new ArrayList<>()).add(outbound);
      }
    }
  }

  /** Adds the destinations that a block may hold something for, each once. */
  void concerned(Block block, List<DestinationWorker> found) {
    block.sources().forEachId(id -> addTouched(bySource.get(id), block, found));
    block.listed().forEachId(id -> addTouched(byIdBits.get(id), block, found));
  }

  private static void addTouched(
      @Nullable List<DestinationWorker> outbounds, Block block, List<DestinationWorker> found) {
    if (outbounds != null) {
      for (DestinationWorker outbound : outbounds) {
        if (outbound.touch(block)) {
          found.add(outbound);
        }
      }
    }
  }

  /** A destination may have something to keep. */
  void soil(DestinationWorker outbound) {
    if (outbound.soil()) {
      dirty.add(outbound);
    }
  }

  /** What has changed since it was last kept. */
  Changes changes(List<Long> positions) {
    List<LaneChange> changes = new ArrayList<>();
    List<EndedReplay> ended = new ArrayList<>();
    for (DestinationWorker outbound : dirty) {
      outbound.clean();
      if (outbound.isRunning()) {
        outbound.lanes().forEach(lane -> add(lane, changes));
        ended.addAll(outbound.endedReplays());
      }
    }
    dirty.clear();
    List<DestinationId> gone = List.copyOf(forgotten);
    forgotten.clear();
    return new Changes(positions, needs(positions.size()), changes, ended, gone);
  }

  private List<Long> needs(int partitions) {
    long[] needs = new long[partitions];
    Arrays.fill(needs, Long.MAX_VALUE);
    for (DestinationWorker outbound : byId.values()) {
      for (PartitionDelivery lane : outbound.lanes()) {
        needs[lane.partition()] = Math.min(needs[lane.partition()], lane.keptNeed());
      }
    }
    return Arrays.stream(needs).boxed().toList();
  }

  private static void add(PartitionDelivery lane, List<LaneChange> changes) {
    CursorChange change = lane.machine().changes().orElse(null);
    if (change != null || (!lane.isKept() && lane.machine().isLevel())) {
      changes.add(new LaneChange(lane, change));
    }
  }

  /** The changes are kept. */
  void kept(Changes changes) {
    changes.lanes().forEach(one -> one.lane().kept(one.change()));
    changes.ended().forEach(one -> find(one.destination()).ifPresent(it -> it.endKept(one)));
  }

  /** The changes could not be kept, and are to be asked for again. */
  void notKept(Changes changes) {
    changes.lanes().forEach(one -> soil(one.lane().outbound()));
    changes.ended().forEach(one -> find(one.destination()).ifPresent(this::soil));
    forgotten.addAll(changes.forgotten());
  }
}
