package io.postrider.server.delivery;

import io.postrider.server.delivery.client.ClientContext;
import io.postrider.server.delivery.client.WebhookClient;
import io.postrider.server.delivery.reader.Block;
import io.postrider.server.delivery.reader.CatchUpReader;
import io.postrider.server.delivery.reader.LiveReader;
import io.postrider.server.http.LoopInbox;
import io.vertx.core.Context;
import io.vertx.core.internal.ContextInternal;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One event loop's share of the deliveries: runs the inputs of the machines that are pinned to it.
 *
 * <p>{@link #put}, {@link #ask}, {@link #tell}, {@link #later}, {@link #stopRounds} and {@link
 * #drain} may be called from any thread; the rest belongs to the loop. Inputs run one after the
 * other, never one within another: what comes up during one waits until it is over.
 */
public final class DeliveryLoop implements LiveReader.Outlet {

  /** How many blocks of each partition may wait for the loop before the reader waits too. */
  private static final int MOST_WAITING = 4;

  private record Input(DestinationWorker outbound, Runnable run) {}

  private final ContextInternal context;
  private final LoopInbox inbox;
  private final LoopParts parts;
  private final ClientContext outside;
  private final RecordFetcher reading;
  private final List<LivePartition> partitions;
  private final List<Semaphore> room;
  private final DestinationWorkers outbounds = new DestinationWorkers();
  private final TimerQueue wakeUps = new TimerQueue();
  private final Deque<Input> next = new ArrayDeque<>();
  private final List<DestinationWorker> touched = new ArrayList<>();
  private boolean busy;
  private long timerAtMillis = Long.MAX_VALUE;
  private long timer = -1;
  private int inFlight;
  private @Nullable CompletableFuture<Void> idle;
  private boolean stopping;

  /**
   * @param positions where the live reading of each partition starts
   */
  DeliveryLoop(Context context, LoopParts parts, CatchUpReader catchUp, List<Long> positions) {
    this.context = (ContextInternal) context;
    this.inbox = new LoopInbox(task -> context.runOnContext(run -> task.run()));
    this.parts = parts;
    this.outside = parts.outsides().apply(context);
    this.reading = new RecordFetcher(catchUp);
    this.partitions = positions.stream().map(LivePartition::new).toList();
    this.room = positions.stream().map(position -> new Semaphore(MOST_WAITING)).toList();
  }

  /** Waits for room, then hands a block to the loop. */
  @Override
  public void put(Block block) throws InterruptedException {
    room.get(block.partition()).acquire();
    inbox.deliver(() -> distribute(block));
  }

  /** Has something done on the loop, between inputs. */
  public <T> CompletableFuture<T> ask(Supplier<T> question) {
    CompletableFuture<T> answer = new CompletableFuture<>();
    inbox.deliver(
        () -> {
          try {
            T told = question.get();
            settle();
            answer.complete(told);
          } catch (RuntimeException failed) {
            answer.completeExceptionally(failed);
          }
        });
    return answer;
  }

  /** Has something done on the loop, between inputs, whenever it comes to it. */
  void tell(Runnable work) {
    inbox.deliver(
        () -> {
          work.run();
          settle();
        });
  }

  /** Has an input run after the present one. */
  void later(DestinationWorker outbound, Runnable input) {
    if (!context.nettyEventLoop().inEventLoop()) {
      inbox.deliver(() -> later(outbound, input));
      return;
    }
    next.add(new Input(outbound, input));
    settle();
  }

  /** No round starts any more, as soon as the loop hears of it. */
  void stopRounds() {
    inbox.deliver(
        () -> {
          stopping = true;
          outbounds.all().forEach(outbound -> outbound.gates().stop());
        });
  }

  /** The same; completes when no request is under way any more. */
  CompletableFuture<Void> drain() {
    stopRounds();
    CompletableFuture<Void> stopped = new CompletableFuture<>();
    inbox.deliver(
        () -> {
          idle = stopped;
          tellIfIdle();
        });
    return stopped;
  }

  /** Whether no round may start. */
  boolean isStopping() {
    return stopping;
  }

  LoopParts parts() {
    return parts;
  }

  public DestinationWorkers outbounds() {
    return outbounds;
  }

  /** How many connections to receivers are open. */
  int connections() {
    return outside.lines().open();
  }

  /** A client of its own for a destination. */
  WebhookClient client() {
    return new WebhookClient(outside);
  }

  RecordFetcher reading() {
    return reading;
  }

  LivePartition partition(int partition) {
    return partitions.get(partition);
  }

  /** How far each partition was read. */
  List<Long> positions() {
    return partitions.stream().map(LivePartition::position).toList();
  }

  long nowMillis() {
    return parts.time().millis();
  }

  /** A request has begun. */
  void began() {
    inFlight++;
  }

  /** A request has ended. */
  void finished() {
    inFlight--;
    tellIfIdle();
  }

  private void tellIfIdle() {
    if (inFlight == 0 && idle != null) {
      idle.complete(null);
    }
  }

  /** Shows a block to the destinations that it may hold something for, and to no other. */
  private void distribute(Block block) {
    try {
      partitions.get(block.partition()).advance(block);
      outbounds.concerned(block, touched);
      long nowMillis = nowMillis();
      for (DestinationWorker outbound : touched) {
        next.add(new Input(outbound, () -> outbound.take(block, nowMillis)));
      }
      touched.clear();
      settle();
    } finally {
      room.get(block.partition()).release();
    }
  }

  /** Runs the inputs that wait, and sees to what they asked for. */
  private void settle() {
    if (busy) {
      return;
    }
    busy = true;
    try {
      for (Input input = next.poll(); input != null; input = next.poll()) {
        input.outbound.run(input.run);
        outbounds.soil(input.outbound);
        wakeUps.look(input.outbound);
      }
    } finally {
      busy = false;
    }
    reading.flush();
    armTimer();
  }

  private void armTimer() {
    long wantedMillis = wakeUps.nextMillis();
    if (wantedMillis >= timerAtMillis) {
      return;
    }
    if (timer >= 0) {
      context.owner().cancelTimer(timer);
    }
    timerAtMillis = wantedMillis;
    long nowMillis = nowMillis();
    long delayMillis = wantedMillis <= nowMillis ? 1 : wantedMillis - nowMillis;
    timer = context.setTimer(delayMillis, fired -> wake());
  }

  private void wake() {
    timer = -1;
    timerAtMillis = Long.MAX_VALUE;
    long nowMillis = nowMillis();
    wakeUps.wake(
        nowMillis,
        sleeper -> {
          DestinationWorker outbound = (DestinationWorker) sleeper;
          next.add(new Input(outbound, () -> outbound.gates().tick(nowMillis)));
        });
    settle();
  }
}
