package io.postrider.delivery;

import io.postrider.message.MessageType;
import io.postrider.message.RecordView;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** Measures the deliveries per second of a machine alone; run by hand. */
final class MachineSpeed implements Effects {

  private static final int MESSAGES = 4_000_000;
  private static final int BLOCK = 64;

  private final ArrayDeque<Attempt> running = new ArrayDeque<>();
  private final ArrayDeque<Long> reads = new ArrayDeque<>();
  private final RecordView record = RecordFixtures.of(MessageType.TRACK, 1, 0, 500);
  private long live;
  private long done;
  private long feedFrom = -1;

  private MachineSpeed() {}

  public static void main(String[] args) {
    for (int i = 0; i < 3; i++) {
      new MachineSpeed().healthy(1);
      new MachineSpeed().healthy(3);
      new MachineSpeed().failing();
      new MachineSpeed().flushing();
    }
  }

  private DeliveryMachine machine(int urls) {
    List<String> list = List.of("http://a", "http://b", "http://c").subList(0, urls);
    DeliverySettings settings = new DeliverySettings(list, null, null, false);
    DestinationLimits limits =
        new DestinationLimits(DeliveryRules.DEFAULT, settings, new SplittableRandom(1));
    DeliveryMachine machine =
        DeliveryMachine.startAt(0, List.of(), limits, this, QueueBudget.UNBOUNDED, 0);
    machine.tick(0);
    return machine;
  }

  private void block(DeliveryMachine machine, long now) {
    long from = live;
    live += BLOCK;
    for (long offset = from; offset < live; offset++) {
      machine.offer(offset, record, now);
    }
  }

  /** Answers a pending feed. */
  private void feedBlock(DeliveryMachine machine, long now) {
    if (feedFrom >= 0) {
      List<Candidate> candidates = new ArrayList<>();
      long from = feedFrom;
      feedFrom = -1;
      for (long offset = from; offset < live && candidates.size() < BLOCK; offset++) {
        candidates.add(new Candidate(offset, record));
      }
      machine.fed(candidates, from + candidates.size(), now);
    }
  }

  /** Every message is delivered at the first attempt. */
  private void healthy(int urls) {
    DeliveryMachine machine = machine(urls);
    Outcome ok = new Outcome.Delivered(200);
    long start = System.nanoTime();
    for (long now = 1; live < MESSAGES; now++) {
      block(machine, now);
      while (!running.isEmpty()) {
        machine.ended(running.remove(), ok, now);
        machine.nextWakeUp();
      }
    }
    report("healthy, " + urls + " URLs", done, start);
  }

  /** Every other attempt fails, so that thousands are open. */
  private void failing() {
    DeliveryMachine machine = machine(1);
    Outcome ok = new Outcome.Delivered(200);
    Outcome down = new Outcome.Deferred(500, null);
    long rounds = 0;
    int mostOpen = 0;
    long start = System.nanoTime();
    for (long now = 1; rounds < MESSAGES / 2; now += 10) {
      block(machine, now);
      machine.tick(now);
      feedBlock(machine, now);
      while (!running.isEmpty() || !reads.isEmpty()) {
        while (!reads.isEmpty()) {
          machine.readAgain(reads.remove(), record, now);
        }
        if (!running.isEmpty()) {
          machine.ended(running.remove(), rounds++ % 2 == 0 ? ok : down, now);
          machine.nextWakeUp();
        }
      }
      mostOpen = Math.max(mostOpen, machine.open());
    }
    report("half fail, up to " + mostOpen + " open, rounds", rounds, start);
  }

  /** Encodes a cursor with the maximum number of open deliveries. */
  private void flushing() {
    DeliveryMachine machine = machine(1);
    Outcome ok = new Outcome.Delivered(200);
    Outcome down = new Outcome.Deferred(500, null);
    long answers = 0;
    for (long now = 1; machine.open() < DeliveryRules.DEFAULT.maxOpen() - 1; now++) {
      if (machine.isCaughtUp()) {
        block(machine, now);
      }
      while (!running.isEmpty()) {
        machine.ended(running.remove(), answers++ % 9 == 0 ? ok : down, 1);
      }
      if (!machine.isCaughtUp()) {
        break;
      }
    }
    long start = System.nanoTime();
    int bytes = 0;
    for (int i = 0; i < 200; i++) {
      byte[] cursor = machine.changes().orElseThrow().cursor();
      bytes = cursor == null ? 0 : cursor.length;
    }
    report("cursors of " + machine.open() + " open, " + bytes + " bytes", 200, start);
  }

  private static void report(String what, long count, long startNanos) {
    double seconds = (System.nanoTime() - startNanos) / 1e9;
    System.out.printf("%-50s %,12.0f/s%n", what, count / seconds);
  }

  @Override
  public void post(Round round) {
    List<Attempt> attempts = round.attempts();
    for (int i = 0; i < attempts.size(); i++) {
      running.add(attempts.get(i));
    }
  }

  @Override
  public void read(long offset) {
    reads.add(offset);
  }

  @Override
  public void feed(long fromOffset, int maxMessages, int maxBytes) {
    feedFrom = fromOffset;
  }

  @Override
  public void feedReplay(long fromOffset, long toOffset, int maxMessages, boolean onlyRouted) {}

  @Override
  public boolean passes(long offset, RecordView record, boolean replay) {
    return true;
  }

  @Override
  public long livePosition() {
    return live;
  }

  @Override
  public void done(
      long offset,
      long userHash,
      FinalStatus status,
      int rounds,
      @Nullable Failure failure,
      boolean replay) {
    done++;
  }

  @Override
  public void recall(long offset) {}

  @Override
  public void stayedDelivered(long offset) {}

  @Override
  public void lost(long fromOffset, long toOffset) {}

  @Override
  public void cancelled(long fromOffset, long toOffset) {}

  @Override
  public void replayEnded(ReplayProgress progress) {}
}
