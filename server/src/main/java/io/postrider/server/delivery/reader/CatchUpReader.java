package io.postrider.server.delivery.reader;

import io.postrider.log.LogCorruptException;
import io.postrider.log.LogUnavailableException;
import io.postrider.log.OffsetExpiredException;
import io.postrider.log.RecordLog;
import io.postrider.server.background.LowPriority;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the log with a few threads for destinations that are behind, and for retries.
 *
 * <p>Any thread may send requests. A thread takes the oldest request, reads the block at its
 * offset, and serves every request whose offset lies in that block. A request that needs more is
 * queued again. So requests at the same place share one scan, and others take turns. Retries are
 * read in batches, in log order. The threads have a low priority, because the event loops that they
 * read for have to send what they have read before.
 *
 * <p>The queues are bounded by the callers: each partition of a destination has at most one feed
 * request, one read for each due delivery, and one for each cancelled span that is counted.
 */
public final class CatchUpReader implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(CatchUpReader.class);
  private static final int SCAN_BYTES = 256 * 1024;
  private static final int SINGLE_BYTES = 16 * 1024;
  private static final int MAX_BATCH = 256;

  /** Beyond this queue length a request with results completes instead of being queued again. */
  private static final int MAX_QUEUED_WITH_RESULTS = 32;

  private static final Duration RETRY_DELAY = Duration.ofSeconds(1);
  private static final Duration TIMEOUT = Duration.ofSeconds(10);

  private final RecordLog log;
  private final BlockCache cache;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition work = lock.newCondition();
  private final CountDownLatch stopped = new CountDownLatch(1);
  private final Deque<CatchUpRequest> feeds = new ArrayDeque<>();

  /** In log order. */
  private final PriorityQueue<ReadRequest> reads = new PriorityQueue<>(CatchUpReader::compare);

  private final List<Thread> threads;
  private boolean stopping;
  private volatile boolean failing;

  private static int compare(ReadRequest one, ReadRequest other) {
    int partition = Integer.compare(one.partition(), other.partition());
    return partition != 0 ? partition : Long.compare(one.offset(), other.offset());
  }

  private CatchUpReader(RecordLog log, int threadCount) {
    this.log = log;
    this.cache = new BlockCache(log);
    this.threads =
        IntStream.range(0, threadCount)
            .mapToObj(i -> Thread.ofPlatform().name("delivery-catch-up-" + i).unstarted(this::run))
            .toList();
  }

  public static CatchUpReader start(RecordLog log, int threadCount) {
    CatchUpReader catchUp = new CatchUpReader(log, threadCount);
    catchUp.threads.forEach(Thread::start);
    return catchUp;
  }

  public void feed(CatchUpRequest request) {
    lock.lock();
    try {
      feeds.addLast(request);
      work.signal();
    } finally {
      lock.unlock();
    }
  }

  /** Whether requests wait for a thread. */
  public boolean isAwaited() {
    lock.lock();
    try {
      return !feeds.isEmpty() || !reads.isEmpty();
    } finally {
      lock.unlock();
    }
  }

  public void read(List<ReadRequest> requests) {
    lock.lock();
    try {
      reads.addAll(requests);
      work.signal();
    } finally {
      lock.unlock();
    }
  }

  private void run() {
    try {
      boolean readsFirst = false;
      boolean lowered = false;
      while (true) {
        List<ReadRequest> singles = List.of();
        CatchUpRequest feed = null;
        lock.lock();
        try {
          while (feeds.isEmpty() && reads.isEmpty() && !stopping) {
            work.await();
          }
          if (stopping) {
            return;
          }
          // alternate, so that neither starves
          readsFirst = !readsFirst;
          if (!reads.isEmpty() && (readsFirst || feeds.isEmpty())) {
            singles = nextReads();
          } else {
            feed = feeds.removeFirst();
          }
        } finally {
          lock.unlock();
        }
        if (!lowered) { // not before there is work: the node may be starting
          LowPriority.lower();
          lowered = true;
        }
        try {
          if (feed != null) {
            scan(feed);
          } else {
            readSingles(singles);
          }
        } catch (RuntimeException bug) {
          LOG.error("A bug stopped reading for a destination; a restart resumes it.", bug);
        }
      }
    } catch (InterruptedException asked) {
      // stopped
    }
  }

  private List<ReadRequest> nextReads() {
    List<ReadRequest> batch = new ArrayList<>();
    ReadRequest next;
    while (batch.size() < MAX_BATCH && (next = reads.poll()) != null) {
      batch.add(next);
    }
    return batch;
  }

  private void scan(CatchUpRequest first) throws InterruptedException {
    if (first.isDone()) {
      first.complete();
      return;
    }
    Block block;
    try {
      block = cache.at(first.partition(), first.next(), SCAN_BYTES);
      recovered();
    } catch (OffsetExpiredException expired) {
      if (first.continueFrom(log.firstOffset(first.partition()))) {
        feed(first);
      } else {
        first.complete();
      }
      return;
    } catch (LogCorruptException | LogUnavailableException | IllegalArgumentException failure) {
      feed(first);
      pauseFor(failure);
      return;
    }
    if (block == null) {
      first.complete();
      return;
    }
    serve(first, block);
    for (CatchUpRequest other : within(block)) {
      serve(other, block);
    }
  }

  private void serve(CatchUpRequest request, Block block) {
    request.serve(block);
    if (request.isDone() || (request.hasFound() && isQueueLong())) {
      request.complete();
    } else {
      request.own();
      feed(request);
    }
  }

  private boolean isQueueLong() {
    lock.lock();
    try {
      return feeds.size() > MAX_QUEUED_WITH_RESULTS;
    } finally {
      lock.unlock();
    }
  }

  /** Removes the queued requests that a block can serve. */
  private List<CatchUpRequest> within(Block block) {
    List<CatchUpRequest> found = new ArrayList<>();
    lock.lock();
    try {
      feeds.removeIf(
          request -> {
            boolean fits =
                request.partition() == block.partition() && block.contains(request.next());
            return fits && found.add(request);
          });
    } finally {
      lock.unlock();
    }
    return found;
  }

  private void readSingles(List<ReadRequest> inOrder) throws InterruptedException {
    Block block = null;
    for (int i = 0; i < inOrder.size(); i++) {
      ReadRequest request = inOrder.get(i);
      try {
        block = blockOf(request, block);
        recovered();
      } catch (OffsetExpiredException expired) {
        request.answer().accept(null);
        continue;
      } catch (LogCorruptException | LogUnavailableException | IllegalArgumentException failure) {
        read(inOrder.subList(i, inOrder.size()));
        pauseFor(failure);
        return;
      }
      request
          .answer()
          .accept(block == null ? null : block.view((int) (request.offset() - block.from())));
    }
  }

  private @Nullable Block blockOf(ReadRequest request, @Nullable Block last) {
    return last != null
            && last.partition() == request.partition()
            && last.contains(request.offset())
        ? last
        : cache.at(request.partition(), request.offset(), SINGLE_BYTES);
  }

  private void recovered() {
    if (failing) {
      failing = false;
      LOG.info("The log is readable again.");
    }
  }

  private void pauseFor(RuntimeException failure) throws InterruptedException {
    if (!failing && stopped.getCount() > 0) {
      failing = true;
      LOG.atError().setCause(failure).log("Cannot read the log; retrying.");
    }
    boolean _ = stopped.await(RETRY_DELAY.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** Stops; drops queued requests. */
  @Override
  public void close() {
    lock.lock();
    try {
      stopping = true;
      work.signalAll();
      stopped.countDown();
    } finally {
      lock.unlock();
    }
    try {
      for (Thread thread : threads) {
        if (!thread.join(TIMEOUT)) {
          LOG.atError()
              .addKeyValue("thread", thread.getName())
              .log("A reader thread does not stop.");
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    cache.close();
  }
}
