package io.postrider.client;

import io.postrider.client.Failure.Reason;
import java.lang.System.Logger;
import java.time.Duration;
import java.util.List;
import java.util.Objects;

/**
 * A Postrider client for one source. Create one per source and share it: any thread may call.
 *
 * <p>A call validates and encodes the message, adds it to a queue in memory and returns; it makes
 * no request. One daemon thread sends the queued messages in batches, in call order, and retries
 * while the service cannot be reached. {@link #close()} sends the rest; a program that exits
 * without it loses the queued messages.
 *
 * <p>No message is dropped silently: for every call that returns true, the client calls the
 * listener with {@code delivered} or {@code failed}.
 *
 * <p>The environment variable {@code DEBUG=analytics} turns on debug output to standard error.
 */
public final class Postrider implements AutoCloseable {
  private static final Duration ABORT_TIMEOUT = Duration.ofSeconds(1);

  private final MessageQueue queue;
  private final EncoderPool encoders;
  private final Time time;
  private final boolean blocking;
  private final Duration closeTimeout;
  private final Reporter reporter;
  private final Thread thread;

  Postrider(PostriderBuilder settings) {
    Logger log = System.getLogger(Postrider.class.getName());
    DeliveryListener listener = settings.listener();
    this.time = settings.time();
    this.reporter =
        new Reporter(
            listener == null ? new LoggingListener(log) : listener,
            log,
            "analytics".equals(System.getenv("DEBUG")));
    this.queue = new MessageQueue(settings.queueOptions(), time);
    this.encoders = new EncoderPool(settings.idRandom());
    this.blocking = settings.whenFull() == WhenFull.BLOCK;
    this.closeTimeout = settings.closeTimeout();
    BatchSender sender =
        new BatchSender(
            queue, settings.transport(), time, settings.jitter(), settings.retryFor(), reporter);
    this.thread = new Thread(sender, "postrider-client");
    thread.setDaemon(true);
    thread.start();
  }

  /** Starts a client with the write key of a source and the default settings. */
  public static Postrider create(String writeKey) {
    return builder(writeKey).build();
  }

  /** Returns a builder for a client with the write key of a source. */
  public static PostriderBuilder builder(String writeKey) {
    return new PostriderBuilder(writeKey);
  }

  /**
   * Identifies a user.
   *
   * @return whether there was room in the queue
   * @throws InvalidMessageException if the service would not accept the message
   * @throws IllegalStateException if the client is closed
   */
  public boolean identify(Identify message) {
    return call(message);
  }

  /** Records an event. As {@link #identify}. */
  public boolean track(Track message) {
    return call(message);
  }

  /** Records a page view. As {@link #identify}. */
  public boolean page(Page message) {
    return call(message);
  }

  /** Records a screen view. As {@link #identify}. */
  public boolean screen(Screen message) {
    return call(message);
  }

  /** Adds a user to a group. As {@link #identify}. */
  public boolean group(Group message) {
    return call(message);
  }

  /** Links two IDs of one user. As {@link #identify}. */
  public boolean alias(Alias message) {
    return call(message);
  }

  private boolean call(Message<?> message) {
    Objects.requireNonNull(message, "You must pass a message.");
    if (queue.isClosed()) {
      throw closed();
    }
    QueuedMessage queued = encoders.encode(message, time.now());
    // the client's own thread must not wait for room: only it makes room
    boolean waitForRoom = blocking && !isOwnThread();
    String why = "The queue is full.";
    MessageQueue.Entry entry;
    try {
      entry = queue.put(queued, waitForRoom);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      entry = MessageQueue.Entry.FULL;
      why = "The queue is full, and the thread was interrupted while it waited for room.";
    }
    if (entry == MessageQueue.Entry.CLOSED) {
      throw closed();
    }
    if (entry == MessageQueue.Entry.FULL) {
      reporter.failed(List.of(queued), Failure.of(Reason.QUEUE_FULL, why));
    }
    return entry == MessageQueue.Entry.QUEUED;
  }

  private static IllegalStateException closed() {
    return new IllegalStateException("The client is closed.");
  }

  /** Starts sending all queued messages. Does not block. */
  public void flush() {
    queue.flush();
  }

  /**
   * Sends all queued messages and waits until the outcome of each is known.
   *
   * @return true if it is; false on timeout, or if the thread was interrupted
   */
  public boolean flush(Duration atMost) {
    queue.flush();
    if (isOwnThread()) {
      return false; // a listener would wait for itself
    }
    try {
      return queue.awaitSettled(nanos(atMost));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /**
   * Sends the queued messages and closes the client, with the timeout of the settings. As {@link
   * #close(Duration)}.
   */
  @Override
  public void close() {
    close(closeTimeout); // the listener receives what was not sent
  }

  /**
   * Sends the queued messages and closes the client. On timeout, unsent messages fail with {@link
   * Reason#CLOSED}. Calls during and after closing throw. Closing again has no effect.
   *
   * @return whether the service accepted all messages that were queued or being sent; false on
   *     timeout, after {@code retryFor}, or if the service refused or rejected a message. The
   *     listener receives each failure.
   */
  public boolean close(Duration atMost) {
    queue.close();
    if (isOwnThread()) {
      return false; // in a listener: the rest is sent after it returns
    }
    try {
      if (queue.awaitEnd(nanos(atMost))) {
        return queue.isEmptied();
      }
      abort();
      queue.awaitEnd(ABORT_TIMEOUT.toNanos());
    } catch (InterruptedException e) {
      abort();
      Thread.currentThread().interrupt();
    }
    return false;
  }

  private boolean isOwnThread() {
    return Thread.currentThread().equals(thread);
  }

  private void abort() {
    queue.abort();
    thread.interrupt();
  }

  private static long nanos(Duration duration) {
    return duration.compareTo(Duration.ofDays(36_500)) > 0
        ? Long.MAX_VALUE / 4
        : duration.toNanos();
  }
}
