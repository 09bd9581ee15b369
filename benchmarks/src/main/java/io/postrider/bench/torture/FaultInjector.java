package io.postrider.bench.torture;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * Injects the faults of a step together, ends them, and waits until the server is ready again.
 *
 * <p>Limits of the process come first, then the disk, the clock and the clients, then signals. They
 * end in the same order, so that a server never has to start on a full disk.
 */
final class FaultInjector {
  private static final TortureNode.Limits SMALL_HEAP = new TortureNode.Limits("128m", false, null);
  private static final TortureNode.Limits FEW_FILES = new TortureNode.Limits(null, false, 256);

  private final TortureNode node;
  private final FaultShim shim;

  FaultInjector(TortureNode node, FaultShim shim) {
    this.node = node;
    this.shim = shim;
  }

  void inject(List<Fault> faults) throws IOException, InterruptedException {
    boolean limited = limit(faults);
    try (HostileClients clients = new HostileClients(node.port())) {
      faults.forEach(fault -> begin(fault, clients));
      for (Fault fault : faults) {
        signal(fault);
      }
      LockSupport.parkNanos(longest(faults).toNanos());
    }
    shim.clear();
    for (Fault fault : faults) {
      startAgain(fault);
    }
    node.requireAlive();
    node.awaitReady();
    if (limited) {
      node.terminate();
      node.awaitEnd();
      node.start(TortureNode.Limits.DEFAULT);
    }
  }

  private static Duration longest(List<Fault> faults) {
    return faults.stream().map(Fault::length).max(Duration::compareTo).orElse(Duration.ZERO);
  }

  /** Restarts the server with less memory or fewer files. */
  private boolean limit(List<Fault> faults) throws IOException, InterruptedException {
    boolean heap = faults.stream().anyMatch(fault -> fault.kind() == Fault.Kind.SMALL_HEAP);
    boolean files = faults.stream().anyMatch(fault -> fault.kind() == Fault.Kind.FEW_FILES);
    if (!heap && !files) {
      return false;
    }
    node.terminate();
    node.awaitEnd();
    node.start(
        heap && files
            ? new TortureNode.Limits(SMALL_HEAP.heap(), false, FEW_FILES.files())
            : heap ? SMALL_HEAP : FEW_FILES);
    return true;
  }

  private void begin(Fault fault, HostileClients clients) {
    switch (fault.kind()) {
      case DISK_FULL -> shim.failWrites(FaultShim.WriteError.NO_SPACE);
      case DISK_READ_ONLY -> shim.failWrites(FaultShim.WriteError.READ_ONLY);
      case DISK_SLOW -> shim.delaySyncs(fault.syncDelay());
      case DISK_FROZEN -> shim.freeze(true);
      case CLOCK_BACK, CLOCK_FORWARD -> shim.stepClock(fault.clockStep());
      case IDLE_CONNECTIONS -> clients.idle(fault.clients());
      case HALF_BODIES -> clients.halfBodies(fault.clients());
      case NO_READING -> clients.neverRead(fault.clients());
      case GZIP_BOMBS -> clients.gzipBombs(fault.clients());
      case MALFORMED -> clients.malformed(fault.clients(), Double.doubleToLongBits(fault.amount()));
      case KILL, STOP, SUSPEND, SMALL_HEAP, FEW_FILES -> {}
    }
  }

  private void signal(Fault fault) throws IOException, InterruptedException {
    switch (fault.kind()) {
      case SUSPEND -> {
        node.suspend();
        LockSupport.parkNanos(fault.length().toNanos());
        node.resume();
      }
      case KILL -> node.kill();
      case STOP -> node.terminate();
      case DISK_FULL,
          DISK_READ_ONLY,
          DISK_SLOW,
          DISK_FROZEN,
          CLOCK_BACK,
          CLOCK_FORWARD,
          IDLE_CONNECTIONS,
          HALF_BODIES,
          NO_READING,
          GZIP_BOMBS,
          MALFORMED,
          SMALL_HEAP,
          FEW_FILES -> {}
    }
  }

  private void startAgain(Fault fault) throws IOException, InterruptedException {
    if (fault.kind() == Fault.Kind.STOP) {
      node.awaitEnd();
    }
    if (fault.kind() == Fault.Kind.STOP || fault.kind() == Fault.Kind.KILL) {
      node.start(TortureNode.Limits.DEFAULT);
    }
  }
}
