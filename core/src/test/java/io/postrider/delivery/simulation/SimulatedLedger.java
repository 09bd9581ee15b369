package io.postrider.delivery.simulation;

import io.postrider.ledger.LedgerBlock;
import io.postrider.ledger.LedgerEntry;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.BiConsumer;

/**
 * The log of the ledger: it may be slow, refuse blocks, and lose the end of what was being written
 * when the process died. Outlives the process. Has its own random numbers.
 */
final class SimulatedLedger {

  private final SimulatedWorld world;
  private final SimulationRandom random;
  private final LedgerFacts facts;
  private double refusing;
  private long lagMillis;

  SimulatedLedger(SimulatedWorld world, SimulationRandom random) {
    this.world = world;
    this.random = random;
    this.facts = new LedgerFacts(world);
  }

  LedgerFacts facts() {
    return facts;
  }

  /** Begins faults, in some scenarios. */
  void disturb(long endMillis) {
    if (random.chance(0.5)) {
      strikeLater(endMillis);
    }
  }

  private void strikeLater(long endMillis) {
    world.time().after(random.magnitude(60_000, 7_200_000), () -> strike(endMillis));
  }

  private void strike(long endMillis) {
    if (world.now() >= endMillis) {
      return;
    }
    if (random.chance(0.7)) {
      refusing = random.chance(0.5) ? 1 : 0.5;
      world.trace("the ledger refuses %s", refusing);
    } else {
      lagMillis = random.magnitude(100, 60_000);
      world.trace("the ledger lags by %d ms", lagMillis);
    }
    world.time().after(random.magnitude(500, 1_200_000), this::heal);
    strikeLater(endMillis);
  }

  void heal() {
    refusing = 0;
    lagMillis = 0;
  }

  /** How long a write takes, of a flush that takes some time. */
  long writeMillis(long flushMillis) {
    return lagMillis > 0 ? random.between(1, lagMillis) : random.between(0, flushMillis - 1);
  }

  /** Makes blocks durable; returns what it refused. */
  SimulatedGaps write(List<SimulatedRecorder.Block> blocks) {
    SimulatedGaps gaps = SimulatedGaps.NONE;
    for (SimulatedRecorder.Block block : blocks) {
      if (random.chance(refusing)) {
        gaps = gaps.joined(gaps(block));
      } else {
        write(block);
      }
    }
    return gaps;
  }

  /** The process died while it wrote blocks: some of the first ones are durable. */
  void tear(List<SimulatedRecorder.Block> blocks) {
    if (refusing == 0) {
      blocks.subList(0, random.below(blocks.size() + 1)).forEach(this::write);
    }
  }

  private void write(SimulatedRecorder.Block block) {
    each(block, facts::recorded);
  }

  private SimulatedGaps gaps(SimulatedRecorder.Block block) {
    SimulatedGaps[] gaps = {SimulatedGaps.NONE};
    each(
        block, (model, entry) -> gaps[0] = gaps[0].joined(SimulatedGaps.of(model, entry.offset())));
    return gaps[0];
  }

  private void each(SimulatedRecorder.Block block, BiConsumer<PartitionModel, LedgerEntry> what) {
    LedgerBlock entries = LedgerBlock.of(ByteBuffer.wrap(block.bytes()));
    while (entries.next()) {
      LedgerEntry entry = entries.entry();
      SimulatedDestination destination =
          world.destinations().get((int) entry.target().destination() - 1);
      what.accept(world.models(destination).get(block.partition()), entry);
    }
  }
}
