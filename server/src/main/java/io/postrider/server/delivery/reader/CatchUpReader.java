package io.postrider.server.delivery.reader;

import io.postrider.log.LogCorruptException;
import io.postrider.log.LogUnavailableException;
import io.postrider.log.OffsetExpiredException;
import io.postrider.log.RecordLog;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A few threads that read for all destinations that are behind, and for retries.
 *
 * <p>Requests may come from any thread. A thread takes the request that has waited longest, reads
 * the block at its offset, and serves every request whose offset lies in that block; a request that
 * wants more goes to the end of the line. So those at the same place share one scan, and those at
 * different places take turns, however far behind they are. Retries are taken many at a time, in
 * the order of the log.
 *
 * <p>Bounded by who asks: a lane has at most one request for more, one for each delivery that is
 * due, and one for each stretch whose cancelled messages are being counted.
 */
public final class CatchUpReader implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(CatchUpReader.class);
  private static final int SCAN_BYTES = 256 * 1024;
  private static final int SINGLE_BYTES = 16 * 1024;

  /** With more than so many in line, nobody waits in it with something in hand. */
  private static final int CROWD = 32;

  private static final Duration PAUSE = Duration.ofSeconds(1);
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final RecordLog log;
  private final BlockCache shelf;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition work = lock.newCondition();
  private final CountDownLatch stopped = new CountDownLatch(1);
  private final Deque<CatchUpRequest> feeds = new ArrayDeque<>();
  private final PendingReads reads = new PendingReads();
  private final List<Thread> threads;
  private boolean stopping;
  private volatile boolean troubled;

  private CatchUpReader(RecordLog log, int threadCount) {
    this.log = log;
    this.shelf = new BlockCache(log);
    this.threads =
        IntStream.range(0, threadCount)
            .mapToObj(i -> Thread.ofPlatform().name("delivery-catch-up-" + i).unstarted(this::run))
            .toList();
  }

  /** Starts threads that read a log. */
  public static CatchUpReader start(RecordLog log, int threadCount) {
    CatchUpReader catchUp = new CatchUpReader(log, threadCount);
    catchUp.threads.forEach(Thread::start);
    return catchUp;
  }

  /** Looks for more, from an offset on. */
  public void feed(CatchUpRequest request) {
    lock.lock();
    try {
      feeds.addLast(request);
      work.signal();
    } finally {
      lock.unlock();
    }
  }

  /** Reads single records again. */
  public void read(List<ReadRequest> requests) {
    lock.lock();
    try {
      requests.forEach(reads::add);
      work.signal();
    } finally {
      lock.unlock();
    }
  }

  private void run() {
    try {
      boolean readsFirst = false;
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
          // turn by turn, so that neither waits for the other
          readsFirst = !readsFirst;
          if (!reads.isEmpty() && (readsFirst || feeds.isEmpty())) {
            singles = reads.take();
          } else {
            feed = feeds.removeFirst();
          }
        } finally {
          lock.unlock();
        }
        try {
          if (feed != null) {
            scan(feed);
          } else {
            readSingles(singles);
          }
        } catch (RuntimeException bug) {
          LOG.error("Reading for a destination has stopped by a bug; a restart goes on.", bug);
        }
      }
    } catch (InterruptedException asked) {
      // stopped
    }
  }

  private void scan(CatchUpRequest first) throws InterruptedException {
    if (first.isDone()) {
      first.complete();
      return;
    }
    Block block;
    try {
      block = shelf.at(first.partition(), first.next(), SCAN_BYTES);
      recovered();
    } catch (OffsetExpiredException expired) {
      if (first.goOnFrom(log.firstOffset(first.partition()))) {
        feed(first);
      } else {
        first.complete();
      }
      return;
    } catch (LogCorruptException | LogUnavailableException | IllegalArgumentException trouble) {
      feed(first);
      pauseFor(trouble);
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
    if (request.isDone() || (request.hasFound() && isCrowded())) {
      request.complete();
    } else {
      request.own();
      feed(request);
    }
  }

  private boolean isCrowded() {
    lock.lock();
    try {
      return feeds.size() > CROWD;
    } finally {
      lock.unlock();
    }
  }

  /** Takes the requests out of the line that a block can serve too. */
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
      } catch (LogCorruptException | LogUnavailableException | IllegalArgumentException trouble) {
        read(inOrder.subList(i, inOrder.size()));
        pauseFor(trouble);
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
        : shelf.at(request.partition(), request.offset(), SINGLE_BYTES);
  }

  private void recovered() {
    if (troubled) {
      troubled = false;
      LOG.info("What waits in the log can be read again.");
    }
  }

  private void pauseFor(RuntimeException trouble) throws InterruptedException {
    if (!troubled && stopped.getCount() > 0) {
      troubled = true;
      LOG.atError().setCause(trouble).log("What waits in the log cannot be read; trying again.");
    }
    boolean _ = stopped.await(PAUSE.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** Stops; requests that were not served are dropped. */
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
        if (!thread.join(PATIENCE)) {
          LOG.atError().addKeyValue("thread", thread.getName()).log("A thread does not stop.");
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    shelf.close();
  }
}
