package io.postrider.server.commands.demo;

import io.postrider.server.commands.receiver.ReceivedWebhook;
import io.postrider.server.commands.receiver.WebhookReceiver;
import io.postrider.server.config.StartException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.InstantSource;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A receiver that can be killed and comes back on the same port. Any thread may call. */
final class DemoReceiver implements AutoCloseable {

  private final String secret;
  private final InstantSource time;
  private final Consumer<ReceivedWebhook> seen;
  private final int port;
  private @Nullable WebhookReceiver receiver;
  private ReceiverMode mode = ReceiverMode.HEALTHY;

  private DemoReceiver(
      WebhookReceiver receiver, String secret, InstantSource time, Consumer<ReceivedWebhook> seen) {
    this.receiver = receiver;
    this.port = receiver.port();
    this.secret = secret;
    this.time = time;
    this.seen = seen;
  }

  /**
   * Listens on a free port.
   *
   * @param seen called for each request when it is answered, by any thread, one at a time
   */
  static DemoReceiver open(String secret, InstantSource time, Consumer<ReceivedWebhook> seen) {
    return new DemoReceiver(
        listen(0, ReceiverMode.HEALTHY, secret, time, seen), secret, time, seen);
  }

  private static WebhookReceiver listen(
      int port,
      ReceiverMode mode,
      String secret,
      InstantSource time,
      Consumer<ReceivedWebhook> seen) {
    return WebhookReceiver.open(
        new InetSocketAddress(InetAddress.getLoopbackAddress(), port),
        mode.behaviour(secret),
        time,
        seen);
  }

  String url() {
    return "http://127.0.0.1:" + port + "/";
  }

  synchronized ReceiverMode mode() {
    return mode;
  }

  /** Changes what it does. If another program took the port of a dead one, it stays dead. */
  synchronized void become(ReceiverMode wanted) {
    if (wanted == ReceiverMode.DEAD) {
      close();
    } else if (receiver == null) {
      try {
        receiver = listen(port, wanted, secret, time, seen);
      } catch (StartException taken) {
        return;
      }
    } else {
      receiver.behave(wanted.behaviour(secret));
    }
    mode = wanted;
  }

  @Override
  public synchronized void close() {
    if (receiver != null) {
      receiver.close();
      receiver = null;
    }
  }
}
