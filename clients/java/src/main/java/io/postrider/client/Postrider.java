package io.postrider.client;

import io.postrider.client.Failure.Reason;
import java.lang.System.Logger;
import java.time.Duration;
import java.util.List;
import java.util.Objects;

/**
 * A client of Postrider, for one source. Make one per source and share it: any thread may call.
 *
 * <p>A call checks the message, writes it down, puts it into a queue in memory and returns; it
 * makes no request of its own. One daemon thread sends what is queued, in batches, in the order of
 * the calls, and tries again while the service cannot be reached. {@link #close()} sends what is
 * left; a program that ends without it loses what was still queued.
 *
 * <p>Nothing is dropped in silence: a call that answers true ends with the listener being told that
 * the message was delivered or failed.
 *
 * <p>Setting the environment variable {@code DEBUG} to {@code analytics} prints what happens to
 * standard error.
 */
public final class Postrider implements AutoCloseable {
  private static final Duration LAST_WORDS = Duration.ofSeconds(1);

  private final MessageQueue queue;
  private final Encoders encoders;
  private final Time time;
  private final boolean blocking;
  private final Duration closeTimeout;
  private final Reports reports;
  private final Thread thread;

  Postrider(PostriderBuilder settings) {
    Logger log = System.getLogger(Postrider.class.getName());
    DeliveryListener listener = settings.listener();
    this.time = settings.time();
    this.reports =
        new Reports(
            listener == null ? new LoggingListener(log) : listener,
            log,
            "analytics".equals(System.getenv("DEBUG")));
    this.queue = new MessageQueue(settings.queueOptions(), time);
    this.encoders = new Encoders(settings.idRandom());
    this.blocking = settings.whenFull() == WhenFull.BLOCK;
    this.closeTimeout = settings.closeTimeout();
    BatchSender sender =
        new BatchSender(
            queue, settings.transport(), time, settings.jitter(), settings.retryFor(), reports);
    this.thread = new Thread(sender, "postrider-client");
    thread.setDaemon(true);
    thread.start();
  }

  /** Starts a client with the write key of a source and the usual settings. */
  public static Postrider create(String writeKey) {
    return builder(writeKey).build();
  }

  /** Settings for a client with the write key of a source. */
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
    // the client's own thread must not wait for itself to make room
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
      reports.failed(List.of(queued), Failure.of(Reason.QUEUE_FULL, why));
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
   * @return whether it is; false if the time was over first, or the thread was interrupted
   */
  public boolean flush(Duration atMost) {
    queue.flush();
    if (isOwnThread()) {
      return false; // a listener that waited here would wait for itself
    }
    try {
      return queue.awaitSettled(nanos(atMost));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /**
   * Sends what is queued and ends the client, waiting for as long as the settings say. As {@link
   * #close(Duration)}.
   */
  @Override
  public void close() {
    close(closeTimeout); // the listener is told what could not be sent
  }

  /**
   * Sends what is queued and ends the client. When the time is over, what is not sent yet fails
   * with {@link Reason#CLOSED}. Calls made meanwhile or afterwards throw; closing again is
   * harmless.
   *
   * @return whether all that was still queued or on its way has been accepted in time; false also
   *     if the service could not be reached for as long as the settings say, or did not accept a
   *     message. The listener is told of each.
   */
  public boolean close(Duration atMost) {
    queue.close();
    if (isOwnThread()) {
      return false; // a listener: the rest is sent when it returns
    }
    try {
      if (queue.awaitEnd(nanos(atMost))) {
        return queue.isEmptied();
      }
      abort();
      queue.awaitEnd(LAST_WORDS.toNanos());
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
