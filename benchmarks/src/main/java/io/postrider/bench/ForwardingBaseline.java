package io.postrider.bench;

import io.postrider.bench.baseline.ForwardingServer;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The do-nothing server and the bare client in one running program, which share the processors as
 * in the product: it drops each call and posts a body to the receiver.
 */
record ForwardingBaseline(Child child, int port) implements AutoCloseable {
  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  /** One that posts bodies of the size of a delivery. */
  static ForwardingBaseline start(DeliverSetup setup, Product like) throws IOException {
    return start(setup, like, List.of());
  }

  /** One that posts the bodies of the calls, so that the receiver tells how late each is. */
  static ForwardingBaseline startForwarding(DeliverSetup setup, Product like) throws IOException {
    return start(setup, like, List.of("forward"));
  }

  /** Starts it with the JVM options of a running product; returns when it serves. */
  private static ForwardingBaseline start(DeliverSetup setup, Product like, List<String> more)
      throws IOException {
    int port = Loopback.freePort();
    List<String> arguments =
        new ArrayList<>(
            List.of(
                Integer.toString(port),
                Integer.toString(setup.receiverPort()),
                Integer.toString(DeliverSetup.CONCURRENCY),
                Integer.toString(SampleBody.length())));
    arguments.addAll(more);
    List<String> command =
        setup
            .programs()
            .own(
                ForwardingServer.class,
                Programs.jvmOptions(like.child().pid()),
                arguments.toArray(String[]::new));
    Child child = Child.start("the baseline", command, Map.of(), setup.output("baseline"));
    Loopback.awaitReady(child, port, TIMEOUT);
    return new ForwardingBaseline(child, port);
  }

  @Override
  public void close() {
    child.close();
  }
}
