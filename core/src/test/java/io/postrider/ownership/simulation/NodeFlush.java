package io.postrider.ownership.simulation;

import io.postrider.delivery.CursorChange;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/** Saves the cursors of a process: all claims of one moment, one transaction after the other. */
final class NodeFlush {

  private final ClusterWorld world;
  private final NodeProcess process;
  private final Deque<Consumer<Boolean>> waiting = new ArrayDeque<>();
  private boolean busy;

  NodeFlush(NodeProcess process) {
    this.process = process;
    this.world = process.world();
  }

  /** Saves now and then. */
  void repeat() {
    now(complete -> process.later(world.scenario().flushMillis(), this::repeat));
  }

  /**
   * Saves; waits for a flush under way.
   *
   * @param whenDone is told whether everything is saved, as far as the process knows
   */
  void now(Consumer<Boolean> whenDone) {
    waiting.add(whenDone);
    if (!busy) {
      begin();
    }
  }

  private void begin() {
    List<Consumer<Boolean>> told = List.copyOf(waiting);
    waiting.clear();
    busy = true;
    Deque<CursorTable.Change> changes = new ArrayDeque<>();
    for (SimulatedClaim claim : process.claims().all()) {
      if (claim.machine().maySave()) {
        changes.add(change(claim));
      }
    }
    saveNext(changes, true, told);
  }

  private static CursorTable.Change change(SimulatedClaim claim) {
    Map<Integer, CursorChange> cursors = new TreeMap<>();
    for (ClaimedDelivery delivery : claim.deliveries()) {
      delivery.machine().changes().ifPresent(one -> cursors.put(delivery.destination(), one));
    }
    List<BitSet> settled = new ArrayList<>();
    claim.settled().forEach(one -> settled.add((BitSet) one.clone()));
    return new CursorTable.Change(claim, claim.live(), cursors, settled);
  }

  private void saveNext(
      Deque<CursorTable.Change> left, boolean complete, List<Consumer<Boolean>> told) {
    CursorTable.Change change = left.poll();
    if (change == null) {
      busy = false;
      told.forEach(one -> one.accept(complete));
      if (!waiting.isEmpty() && !busy) {
        begin();
      }
      return;
    }
    SimulatedClaim claim = change.claim();
    if (!claim.machine().maySave()) {
      saveNext(left, complete, told);
      return;
    }
    world.invariants().saving(claim);
    process.ask(
        () -> world.table().save(change),
        accepted -> {
          if (accepted) {
            saved(change);
          } else {
            process.claims().fenced(claim);
          }
          saveNext(left, complete && accepted, told);
        },
        () -> saveNext(left, false, told));
  }

  private static void saved(CursorTable.Change change) {
    for (ClaimedDelivery delivery : change.claim().deliveries()) {
      CursorChange saved = change.cursors().get(delivery.destination());
      if (saved != null) {
        delivery.machine().flushed(saved);
      }
    }
  }
}
