package io.postrider.bench;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/**
 * Writing and indexing more and more entries of the ledger, in the benchmark's own process. Rate
 * and processor time are those since the value before.
 */
record LedgerCurve() implements Curve.Measuring {

  @Override
  public void measure(DeliverSetup setup, List<Long> points, Consumer<CurvePoint> results)
      throws IOException, InterruptedException {
    long pid = ProcessHandle.current().pid();
    try (Scratch scratch = setup.scratch(160 * points.getLast());
        LedgerFiller ledger = LedgerFiller.open(scratch.folder())) {
      long written = 0;
      for (long x : points) {
        Duration before = ProcessorUse.withoutCompiler(pid);
        long from = System.nanoTime();
        double _ = ledger.fillTo((int) x);
        double seconds = (System.nanoTime() - from) / 1e9;
        Duration cpu = ProcessorUse.withoutCompiler(pid).minus(before);
        long more = x - written;
        written = x;
        results.accept(
            new CurvePoint(
                x, more / seconds, cpu.toNanos() / 1e3 / more, ProcessMemory.totalMib(pid)));
      }
    }
  }
}
