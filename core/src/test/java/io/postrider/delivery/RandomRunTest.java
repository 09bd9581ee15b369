package io.postrider.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.message.RecordView;
import io.postrider.message.TestSeeds;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Random runs of a machine with two partitions: traffic, outages, crashes, pauses, changed
 * settings, replays and disabling, checked against invariants.
 */
class RandomRunTest {

  private static final DeliveryRules RULES =
      new DeliveryRules(
          Duration.ofSeconds(5),
          Duration.ofMinutes(2),
          Duration.ofMinutes(10),
          Duration.ofSeconds(30),
          4,
          3,
          6,
          20,
          16,
          3_000,
          5);

  private static final List<String> URLS = List.of("http://a", "http://b", "http://c");

  /** One partition of the log, and the driver of its machine. */
  private static final class Partition implements Effects {

    private final World world;
    private final TreeMap<Long, RecordView> log = new TreeMap<>();
    private final List<Attempt> running = new ArrayList<>();
    private final List<Long> reads = new ArrayList<>();
    private final List<Long> recalls = new ArrayList<>();
    private final TreeMap<Long, EncodedFailureChunk> rows = new TreeMap<>();
    private final Map<Long, FinalStatus> statuses = new HashMap<>();
    private final Map<Long, Long> firstRound = new HashMap<>();
    private final Map<Long, Long> notBefore = new HashMap<>();
    private final Set<Long> canonical = new TreeSet<>();
    private final Set<Long> cancelled = new TreeSet<>();
    private final List<long[]> untold = new ArrayList<>();
    private long @Nullable [] feed;
    private long @Nullable [] replayFeed;
    private byte @Nullable [] cursor;
    private long flushedPosition;
    private long end;
    private long live;
    private DeliveryMachine machine;

    Partition(World world) {
      this.world = world;
      machine =
          DeliveryMachine.startAt(
              0, List.of(), world.limits, this, QueueBudget.UNBOUNDED, world.now);
    }

    void restart() {
      running.clear();
      reads.clear();
      recalls.clear();
      feed = null;
      replayFeed = null;
      live = flushedPosition;
      canonical.clear();
      notBefore.clear();
      firstRound.clear();
      untold.clear();
      byte[] bytes = cursor;
      machine =
          bytes == null
              ? DeliveryMachine.startAt(
                  live, rows.values(), world.limits, this, QueueBudget.UNBOUNDED, world.now)
              : DeliveryMachine.restore(
                  new SavedCursor(bytes, rows.values(), 0),
                  world.limits,
                  this,
                  QueueBudget.UNBOUNDED,
                  world.now);
    }

    void flush() {
      untold.forEach(range -> machine.told(range[0], range[1]));
      untold.clear();
      machine
          .changes()
          .ifPresent(
              change -> {
                cursor = change.cursor();
                flushedPosition = live;
                for (EncodedFailureChunk chunk : change.failures()) {
                  if (chunk.bytes() == null) {
                    rows.remove(chunk.key());
                  } else {
                    rows.put(chunk.key(), chunk);
                  }
                }
                machine.flushed(change);
                assertThat(machine.changes()).isEmpty();
              });
      if (cursor == null) {
        flushedPosition = live;
      }
    }

    void distribute() {
      long from = live;
      live = end;
      log.subMap(from, end).forEach((offset, record) -> machine.offer(offset, record, world.now));
    }

    List<Candidate> candidates(long from, long to, int most) {
      List<Candidate> found = new ArrayList<>();
      log.subMap(from, to).entrySet().stream()
          .limit(most)
          .forEach(entry -> found.add(new Candidate(entry.getKey(), entry.getValue())));
      return found;
    }

    void answerFeed() {
      long[] asked = feed;
      if (asked != null) {
        feed = null;
        int most = world.random.nextInt(1, 30);
        List<Candidate> found = candidates(asked[0], end, most);
        machine.fed(found, found.size() < most ? end : last(found), world.now);
      }
    }

    void answerReplayFeed() {
      long[] asked = replayFeed;
      if (asked != null) {
        replayFeed = null;
        List<Candidate> found = candidates(asked[0], asked[1], (int) asked[2]);
        machine.replayFed(found, found.size() < asked[2] ? asked[1] : last(found), world.now);
      }
    }

    private static long last(List<Candidate> found) {
      return found.getLast().offset() + 1;
    }

    void answerReads() {
      while (!reads.isEmpty()) {
        long offset = reads.removeFirst();
        RecordView record = log.get(offset);
        if (record == null) {
          machine.gone(offset, world.now);
        } else {
          machine.readAgain(offset, record, world.now);
        }
      }
      while (!recalls.isEmpty()) {
        long offset = recalls.removeFirst();
        boolean delivered = statuses.get(offset) == FinalStatus.DELIVERED;
        machine.recalled(offset, delivered, world.now);
      }
    }

    // ---- invariants

    @Override
    public void post(Round round) {
      long offset = round.offset();
      assertThat(world.paused).as("nothing is posted while paused").isFalse();
      assertThat(round.attempts()).isNotEmpty();
      if (!round.replay()) {
        assertThat(canonical).as("nothing is posted once settled").doesNotContain(offset);
        assertThat(world.now)
            .as("nothing is posted before it is due")
            .isGreaterThanOrEqualTo(notBefore.getOrDefault(offset, 0L));
        long first = firstRound.computeIfAbsent(offset, absent -> world.now);
        assertThat(world.now - world.pausedSince(first))
            .as("nothing is posted after the window")
            .isLessThan(first + RULES.retryWindow().toMillis());
      }
      for (Attempt attempt : round.attempts()) {
        assertThat(attempt.url()).isEqualTo(world.settings.urls().get(attempt.urlIndex()));
        running.add(attempt);
      }
    }

    @Override
    public void read(long offset) {
      reads.add(offset);
    }

    @Override
    public void feed(long fromOffset, int maxMessages, int maxBytes) {
      assertThat(feed).as("one feed at a time").isNull();
      feed = new long[] {fromOffset};
    }

    @Override
    public void feedReplay(long fromOffset, long toOffset, int maxMessages, boolean onlyRouted) {
      assertThat(replayFeed).as("one feed at a time").isNull();
      replayFeed = new long[] {fromOffset, toOffset, maxMessages};
    }

    @Override
    public boolean passes(long offset, RecordView record, boolean replay) {
      return record.userHash() % 50 != 49;
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
      if (!replay) {
        assertThat(canonical.add(offset)).as("an end is an end").isTrue();
        statuses.put(offset, status);
      } else if (status == FinalStatus.DELIVERED) {
        statuses.put(offset, status);
      }
      if (status == FinalStatus.FAILED) {
        assertThat(failure).isNotNull();
      }
    }

    @Override
    public void recall(long offset) {
      assertThat(recalls).as("one question at a time").doesNotContain(offset);
      recalls.add(offset);
    }

    @Override
    public void stayedDelivered(long offset) {
      assertThat(statuses.get(offset)).isEqualTo(FinalStatus.DELIVERED);
    }

    @Override
    public void lost(long fromOffset, long toOffset) {
      throw new AssertionError("nothing was lost");
    }

    @Override
    public void cancelled(long fromOffset, long toOffset) {
      untold.add(new long[] {fromOffset, toOffset});
      for (long offset : log.subMap(fromOffset, toOffset).keySet()) {
        cancelled.add(offset);
        statuses.put(offset, FinalStatus.CANCELLED);
      }
    }

    @Override
    public void replayEnded(ReplayProgress progress) {
      assertThat(progress.cancelled() || progress.open() == 0).isTrue();
    }
  }

  /** A destination, its partitions and its receivers. */
  private static final class World {

    private final SplittableRandom random;
    private final List<Partition> partitions = new ArrayList<>();
    private final double[] health = new double[URLS.size()];
    private final List<long[]> pauses = new ArrayList<>();
    private DeliverySettings settings;
    private DestinationLimits limits;
    private boolean paused;
    private long now = 1_800_000_000_000L;
    private long pausedAt;
    private long replays;

    World(long seed) {
      random = new SplittableRandom(seed);
      settings =
          new DeliverySettings(URLS.subList(0, 1 + random.nextInt(URLS.size())), null, null, false);
      limits = new DestinationLimits(RULES, settings, random.split());
      partitions.add(new Partition(this));
      partitions.add(new Partition(this));
      Arrays.fill(health, 1);
    }

    long pausedSince(long time) {
      long sum = 0;
      for (long[] pause : pauses) {
        sum += Math.max(0, pause[1] - Math.max(time, pause[0]));
      }
      return sum;
    }

    Outcome outcome(Attempt attempt) {
      double roll = random.nextDouble();
      if (roll < health[URLS.indexOf(attempt.url())]) {
        return new Outcome.Delivered(200);
      }
      return switch (random.nextInt(8)) {
        case 0 -> new Outcome.Refused(FailureReason.HTTP_STATUS, 404, "404");
        case 1 -> new Outcome.Deferred(429, Duration.ofSeconds(random.nextInt(1, 400)));
        case 2, 3 -> new Outcome.TimedOut("late");
        case 4 -> new Outcome.Unreachable(FailureReason.CONNECTION_REFUSED, "refused");
        default -> new Outcome.Deferred(500, null);
      };
    }

    void answer(Partition partition) {
      if (partition.running.isEmpty()) {
        return;
      }
      Attempt attempt = partition.running.remove(random.nextInt(partition.running.size()));
      Outcome outcome = outcome(attempt);
      if (outcome instanceof Outcome.Failure && settings.urls().size() == 1) {
        partition.notBefore.merge(attempt.offset(), now, Math::max);
      }
      partition.machine.ended(attempt, outcome, now);
    }

    void apply(DeliverySettings next) {
      settings = next;
      if (next.paused() != paused) {
        paused = next.paused();
        if (paused) {
          pausedAt = now;
        } else {
          pauses.add(new long[] {pausedAt, now});
        }
      }
      partitions.getFirst().machine.apply(next, now);
    }

    DeliverySettings another() {
      List<String> urls = new ArrayList<>(URLS.subList(0, 1 + random.nextInt(URLS.size())));
      if (random.nextBoolean()) {
        urls = urls.reversed();
      }
      return new DeliverySettings(
          urls,
          random.nextInt(3) == 0 ? 5 : null,
          random.nextInt(3) == 0 ? 2 : null,
          random.nextInt(4) == 0);
    }

    void crash() {
      limits = new DestinationLimits(RULES, settings, random.split());
      partitions.forEach(Partition::restart);
    }

    void step() {
      Partition partition = partitions.get(random.nextInt(partitions.size()));
      switch (random.nextInt(1_000)) {
        case 0 -> crash();
        case 1, 2 -> apply(another());
        case 3 -> {
          partition.machine.cancel(partition.end, now);
          partition.flush();
        }
        case 4, 5, 6, 7, 8 -> Arrays.setAll(health, url -> random.nextInt(4) / 3.0);
        case 9, 10, 11, 12 -> {
          long to = random.nextLong(partition.end + 10);
          long from = random.nextLong(to + 1);
          Replay replay = new Replay(++replays, from, to, random.nextBoolean());
          partition.machine.startReplay(replay, now);
        }
        case 13 -> partition.machine.cancelReplay(now);
        case 14, 15, 16, 17, 18, 19 -> now += random.nextLong(60_000);
        default -> smallStep(partition);
      }
      partitions.forEach(Partition::answerReads);
      if (limits.nextWakeUp() <= now) {
        limits.tick(now);
        assertThat(limits.nextWakeUp()).as("a tick does what is due").isGreaterThan(now);
        partitions.forEach(Partition::answerReads);
      }
      check();
    }

    private void smallStep(Partition partition) {
      switch (random.nextInt(10)) {
        case 0 -> {
          for (int i = random.nextInt(4); i > 0; i--) {
            long user = random.nextLong(100);
            partition.log.put(
                partition.end++,
                random.nextInt(30) == 0
                    ? RecordFixtures.delete(user, now)
                    : RecordFixtures.track(user, now));
          }
          partition.end += random.nextInt(3);
        }
        case 1 -> partition.distribute();
        case 2 -> partition.flush();
        case 3 -> partition.answerFeed();
        case 4 -> partition.answerReplayFeed();
        case 5, 6 -> now += random.nextLong(300);
        default -> answer(partition);
      }
    }

    void check() {
      for (Partition partition : partitions) {
        assertThat(partition.machine.open()).isLessThanOrEqualTo(RULES.maxOpen());
        assertThat(partition.machine.queued()).isLessThanOrEqualTo(RULES.queueMessages());
        assertThat(partition.machine.neededFrom()).isLessThanOrEqualTo(partition.machine.readTo());
      }
      for (UrlState url : limits.urls()) {
        assertThat(url.inFlight()).isBetween(0, RULES.mostConcurrency());
      }
    }

    /** All receivers recover; every delivery must end. */
    void finish() {
      Arrays.fill(health, 1);
      apply(new DeliverySettings(URLS.subList(0, 1), null, null, false));
      for (int i = 0; i < 20_000; i++) {
        boolean idle = true;
        for (Partition partition : partitions) {
          partition.distribute();
          partition.answerFeed();
          partition.answerReplayFeed();
          partition.answerReads();
          while (!partition.running.isEmpty()) {
            answer(partition);
            partition.answerReads();
          }
          idle &=
              partition.machine.open() == 0
                  && partition.machine.queued() == 0
                  && partition.machine.isCaughtUp()
                  && partition.machine.replay() == null;
        }
        if (idle) {
          break;
        }
        long next = limits.nextWakeUp();
        now = next == Long.MAX_VALUE ? now : Math.max(now, next);
        limits.tick(now);
      }
      for (Partition partition : partitions) {
        assertThat(partition.machine.isCaughtUp()).isTrue();
        assertThat(partition.machine.open()).isZero();
        for (long offset : partition.log.keySet()) {
          assertThat(partition.statuses).as("%d came to an end", offset).containsKey(offset);
        }
        partition.flush();
        assertThat(partition.cursor).as("quiet").isNull();
        for (long offset : partition.log.keySet()) {
          checkMark(partition, offset);
        }
      }
      assertThat(limits.urls()).allMatch(url -> url.inFlight() == 0);
    }

    private static void checkMark(Partition partition, long offset) {
      DeliveryStatus where = partition.machine.status(offset);
      FinalStatus status = partition.statuses.get(offset);
      if (status == FinalStatus.DELIVERED) {
        assertThat(where).isNotInstanceOf(DeliveryStatus.Open.class);
      } else if (status == FinalStatus.FAILED) {
        assertThat(where).isInstanceOf(DeliveryStatus.Failed.class);
      }
    }
  }

  @Test
  void randomRuns_keepTheInvariants() {
    long first = TestSeeds.seed(RandomRunTest.class);
    int runs = Integer.getInteger("postrider.runs", 150);
    for (int run = 0; run < runs; run++) {
      long seed = first + run;
      World world = new World(seed);
      try {
        for (int step = 0; step < 4_000; step++) {
          world.step();
        }
        world.finish();
      } catch (RuntimeException | AssertionError e) {
        throw new AssertionError("replay with -Dpostrider.seed=" + seed + " -Dpostrider.runs=1", e);
      }
    }
  }
}
