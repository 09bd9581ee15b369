package io.postrider.bench.torture;

import java.io.IOException;
import java.time.Duration;

/** A part of the torture suite that runs against a server. */
interface Suite {

  /** Runs for about a length of time and prints a report; returns whether the server held. */
  boolean run(TortureSetup setup, Duration length, long seed)
      throws IOException, InterruptedException;
}
