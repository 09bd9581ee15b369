package io.postrider.delivery.simulation;

import io.postrider.delivery.CursorFlush;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Saves the cursors of a process and the entries of its ledger, as the production driver does. */
final class SimulatedFlush {

  /** One flush: what was taken at its begin. */
  private record Run(
      SimulatedStore.Transaction transaction,
      List<SimulatedRecorder.Block> blocks,
      boolean fails,
      boolean unsure) {}

  private final SimulatedWorld world;
  private final SimulatedRecorder recorder;
  private final Supplier<SimulatedStore.Transaction> capture;
  private final Consumer<Boolean> whenOver;
  private final CursorFlush<SimulatedGaps> order =
      new CursorFlush<>(SimulatedGaps.NONE, SimulatedGaps::joined, saved -> SimulatedGaps.NONE);
  private @Nullable Run run;
  private CursorFlush.Step step = CursorFlush.Step.DONE;
  private boolean alive = true;

  /**
   * @param capture takes the changes of all machines
   * @param whenOver called when a flush is over, with whether everything is known to be saved
   */
  SimulatedFlush(
      SimulatedWorld world,
      SimulatedRecorder recorder,
      Supplier<SimulatedStore.Transaction> capture,
      Consumer<Boolean> whenOver) {
    this.world = world;
    this.recorder = recorder;
    this.capture = capture;
    this.whenOver = whenOver;
  }

  /** Begins a flush, which takes some time. */
  void begin() {
    boolean fails = world.store().isAway();
    boolean unsure = world.random().chance(0.02);
    long millis = world.random().between(1, 20);
    long writeMillis = world.ledger().writeMillis(millis);
    run = new Run(capture.get(), recorder.take(), fails, unsure);
    go(order.begin(), writeMillis, Math.max(1, millis - writeMillis));
  }

  private void go(CursorFlush.Step next, long writeMillis, long saveMillis) {
    step = next;
    Run current = Objects.requireNonNull(run);
    switch (next) {
      case RECORD ->
          world
              .time()
              .after(
                  writeMillis,
                  () -> {
                    if (alive) {
                      go(order.recorded(write(current)), writeMillis, saveMillis);
                    }
                  });
      case SAVE ->
          world
              .time()
              .after(
                  saveMillis,
                  () -> {
                    if (alive) {
                      save(current, writeMillis, saveMillis);
                    }
                  });
      case DONE -> {
        run = null;
        current
            .transaction
            .entries()
            .forEach(entry -> entry.driver().machine().flushed(entry.change()));
        whenOver.accept(true);
      }
    }
  }

  private SimulatedGaps write(Run current) {
    return world.ledger().write(current.blocks);
  }

  private void save(Run current, long writeMillis, long saveMillis) {
    if (!current.fails) {
      commit(current);
    }
    if (current.fails || current.unsure) {
      run = null;
      whenOver.accept(false);
    } else {
      go(order.saved(), writeMillis, saveMillis);
    }
  }

  private void commit(Run current) {
    world.store().commit(current.transaction);
    world.ledger().facts().saved(current.transaction.stamp(), order.gaps());
  }

  /** The process crashes: a running step is done, partly done or not. */
  void die() {
    alive = false;
    if (run == null) {
      return;
    }
    if (step == CursorFlush.Step.RECORD) {
      world.ledger().tear(run.blocks);
    } else if (!world.store().isAway() && world.random().chance(0.5)) {
      commit(run);
    }
  }

  /** The process stops: ends the running flush, and does a last one. */
  void stop() {
    alive = false;
    if (run != null && step == CursorFlush.Step.RECORD) {
      order.recorded(write(run));
    }
    Run last = new Run(capture.get(), recorder.take(), world.store().isAway(), false);
    CursorFlush.Step next = order.begin();
    while (next != CursorFlush.Step.DONE) {
      if (next == CursorFlush.Step.RECORD) {
        next = order.recorded(write(last));
      } else if (last.fails) {
        next = CursorFlush.Step.DONE;
      } else {
        commit(last);
        next = order.saved();
      }
    }
  }
}
