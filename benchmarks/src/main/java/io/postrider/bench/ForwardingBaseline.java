package io.postrider.bench;

import io.postrider.bench.baseline.ForwardingServer;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * The do-nothing server and the bare client in one running program, which share the processors as
 * in the product: it drops each call and posts a body of the same size to the receiver.
 */
record ForwardingBaseline(Child child, int port) implements AutoCloseable {
  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  /** Starts it with the JVM options of a running product; returns when it serves. */
  static ForwardingBaseline start(DeliverSetup setup, Product like) throws IOException {
    int port = Loopback.freePort();
    List<String> command =
        setup
            .programs()
            .own(
                ForwardingServer.class,
                Programs.jvmOptions(like.child().pid()),
                Integer.toString(port),
                Integer.toString(setup.receiverPort()),
                Integer.toString(DeliverSetup.CONCURRENCY),
                Integer.toString(SampleBody.length()));
    Child child = Child.start("the baseline", command, Map.of(), setup.output("baseline"));
    Loopback.awaitReady(child, port, TIMEOUT);
    return new ForwardingBaseline(child, port);
  }

  @Override
  public void close() {
    child.close();
  }
}
