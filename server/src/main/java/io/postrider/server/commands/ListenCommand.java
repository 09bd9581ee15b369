package io.postrider.server.commands;

import io.postrider.server.commands.receiver.FailureRate;
import io.postrider.server.commands.receiver.ReceivedWebhook;
import io.postrider.server.commands.receiver.ReceiverBehaviour;
import io.postrider.server.commands.receiver.WebhookReceiver;
import java.io.PrintWriter;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Receives webhooks, verifies and prints them. */
@Command(
    name = "listen",
    mixinStandardHelpOptions = true,
    description = {
      "Receives webhooks, verifies their signatures and prints them.",
      "Answers 200, or 403 if a signature is missing or invalid. Can fail and be slow on demand."
          + " Stop it with Ctrl+C."
    })
public final class ListenCommand implements Callable<Integer> {

  private static final String SECRET_VARIABLE = "POSTRIDER_WEBHOOK_SECRET";

  @Option(
      names = "--port",
      paramLabel = "PORT",
      defaultValue = "9000",
      description = "The port to listen on; 0 chooses a free one. Default: ${DEFAULT-VALUE}.")
  private int port;

  @Option(
      names = "--host",
      paramLabel = "HOST",
      defaultValue = "127.0.0.1",
      description = "The address to listen on. Default: ${DEFAULT-VALUE}.")
  private String host = "127.0.0.1";

  @Option(
      names = "--secret",
      paramLabel = "SECRET",
      description = {
        "The shared secret of the destination, to verify signatures. Default:"
            + " POSTRIDER_WEBHOOK_SECRET; without both, nothing is verified."
      })
  private @Nullable String secret = System.getenv(SECRET_VARIABLE);

  @Option(
      names = "--fail",
      paramLabel = "STATUS",
      description = "Answer with this status instead of 200, such as 500.")
  private @Nullable Integer fail;

  @Option(
      names = "--rate",
      paramLabel = "SHARE",
      description = "With --fail: the share of requests that fail, from 0 to 1. Default: 1.")
  private @Nullable Double rate;

  @Option(
      names = "--delay",
      paramLabel = "TIME",
      defaultValue = "0s",
      converter = DurationConverter.class,
      description = "Wait before each answer, such as 2s; at most 10m.")
  private Duration delay = Duration.ZERO;

  @Option(
      names = "--count",
      paramLabel = "NUMBER",
      description = "Exit with 0 after this number of requests.")
  private @Nullable Integer count;

  @Option(names = "--json", description = "Print one line of JSON per request, with its body.")
  private boolean json;

  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() throws InterruptedException {
    ReceiverBehaviour behaviour = behaviour();
    CommandSpec called = Objects.requireNonNull(spec);
    PrintWriter out = called.commandLine().getOut();
    PrintWriter notes = json ? called.commandLine().getErr() : out;
    require(port >= 0 && port <= 65_535, "--port must be between 0 and 65535.");
    require(count == null || count > 0, "--count must be at least 1.");
    AtomicInteger left = new AtomicInteger(count == null ? Integer.MAX_VALUE : count);
    CountDownLatch end = new CountDownLatch(1);
    InetSocketAddress address = new InetSocketAddress(host, port);
    require(!address.isUnresolved(), "The host '" + host + "' is unknown.");
    try (WebhookReceiver receiver =
        WebhookReceiver.open(
            address, behaviour, InstantSource.system(), one -> print(out, one, left, end))) {
      notes.printf("Listening on http://%s:%d/. Press Ctrl+C to stop.%n", host, receiver.port());
      notes.flush();
      end.await();
    }
    return 0;
  }

  /** Prints a request, and ends the command after the last one or if nobody reads the output. */
  private void print(PrintWriter out, ReceivedWebhook one, AtomicInteger left, CountDownLatch end) {
    if (left.getAndUpdate(number -> Math.max(0, number - 1)) > 0) {
      out.println(json ? one.json() : one.line(ZoneId.systemDefault()));
      if (StandardOutput.isClosed(out) || left.get() == 0) {
        end.countDown();
      }
    }
  }

  private ReceiverBehaviour behaviour() {
    require(fail == null || (fail >= 300 && fail <= 599), "--fail must be between 300 and 599.");
    require(rate == null || fail != null, "--rate needs --fail.");
    require(rate == null || (rate >= 0 && rate <= 1), "--rate must be between 0 and 1.");
    require(
        !delay.isNegative() && delay.compareTo(Duration.ofMinutes(10)) <= 0,
        "--delay must be between 0s and 10m.");
    require(secret == null || !secret.isEmpty(), "--secret must not be empty.");
    double share = fail == null ? 0 : Objects.requireNonNullElse(rate, 1.0);
    return new ReceiverBehaviour(secret, fail == null ? 200 : fail, new FailureRate(share), delay);
  }

  private void require(boolean condition, String message) {
    if (!condition) {
      throw new ParameterException(Objects.requireNonNull(spec).commandLine(), message);
    }
  }
}
