package io.postrider.delivery;

import io.postrider.message.RecordView;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A driver with an in-memory log and a manual clock. It records the requests of the machine; tests
 * answer them.
 */
final class FakeDriver implements Effects {

  static final long START = 1_800_000_000_000L;

  static final Outcome OK = new Outcome.Delivered(200);
  static final Outcome DOWN = new Outcome.Deferred(500, null);
  static final Outcome TIMED_OUT = new Outcome.TimedOut("no answer within 5 s");
  static final Outcome REFUSED =
      new Outcome.Refused(FailureReason.HTTP_STATUS, 400, "The receiver answered 400.");

  /** The end of a delivery. */
  record Done(
      long offset, FinalStatus status, int rounds, @Nullable Failure failure, boolean replay) {}

  /** A requested round and its time. */
  record Posted(Round round, long atMillis) {

    Attempt only() {
      return round.attempts().getFirst();
    }
  }

  /** A requested read. */
  record Feed(long from, int maxMessages, int maxBytes) {}

  final TreeMap<Long, RecordView> log = new TreeMap<>();
  final Deque<Posted> posted = new ArrayDeque<>();
  final List<Long> reads = new ArrayList<>();
  final Deque<Feed> feeds = new ArrayDeque<>();
  final Deque<Feed> replayFeeds = new ArrayDeque<>();
  final List<Done> done = new ArrayList<>();
  final List<String> ranges = new ArrayList<>();
  final List<ReplayProgress> replaysEnded = new ArrayList<>();
  final List<Long> recalls = new ArrayList<>();
  final List<Long> stayedDelivered = new ArrayList<>();
  final Set<Long> filtered = new HashSet<>();
  private final Set<Long> delivered = new HashSet<>();
  final DeliveryRules rules;
  DestinationLimits limits;
  long now = START;
  long end;
  long live;
  long firstOffset;
  boolean roomy = true;

  /** Whether {@link #recalls} wait for {@link #answerRecalls}. */
  boolean holdRecalls;

  int inFlight;
  DeliveryMachine machine;

  FakeDriver(DeliveryRules rules, DeliverySettings settings) {
    this(rules, settings, QueueBudget.UNBOUNDED);
  }

  FakeDriver(DeliveryRules rules, DeliverySettings settings, QueueBudget budget) {
    this.rules = rules;
    limits = new DestinationLimits(rules, settings, new SplittableRandom(1));
    machine = DeliveryMachine.startAt(0, List.of(), limits, this, budget, now);
    machine.tick(now);
  }

  static DeliverySettings settings(String... urls) {
    return new DeliverySettings(List.of(urls), null, null, false);
  }

  /** A driver for one URL and the usual rules. */
  static FakeDriver usual() {
    return new FakeDriver(DeliveryRules.DEFAULT, settings("http://a"));
  }

  // ---- the log

  long append() {
    return append(RecordFixtures.track(end, now));
  }

  long append(RecordView record) {
    log.put(end, record);
    return end++;
  }

  /** Offers all newly appended messages to the machine as one block. */
  void distribute() {
    long from = live;
    live = end;
    for (var entry : log.subMap(from, end).entrySet()) {
      machine.offer(entry.getKey(), entry.getValue(), now);
    }
  }

  /** Appends a message and offers it. */
  long send() {
    long offset = append();
    distribute();
    return offset;
  }

  void send(int count) {
    for (int i = 0; i < count; i++) {
      append();
    }
    distribute();
  }

  // ---- answers

  /** The only posted round. */
  Posted next() {
    if (posted.isEmpty()) {
      throw new AssertionError("nothing was posted");
    }
    return posted.remove();
  }

  void answer(Attempt attempt, Outcome outcome) {
    inFlight--;
    machine.ended(attempt, outcome, now);
    recallIfMeant();
  }

  /** Tells the machine which messages it has delivered. */
  void answerRecalls() {
    while (!recalls.isEmpty()) {
      long offset = recalls.removeFirst();
      machine.recalled(offset, delivered.contains(offset), now);
    }
  }

  private void recallIfMeant() {
    if (!holdRecalls) {
      answerRecalls();
    }
  }

  /** Answers all attempts of the next posted round with one outcome. */
  Posted answerNext(Outcome outcome) {
    Posted next = next();
    next.round().attempts().forEach(attempt -> answer(attempt, outcome));
    return next;
  }

  void answerReads() {
    while (!reads.isEmpty()) {
      long offset = reads.removeFirst();
      RecordView record = offset < firstOffset ? null : log.get(offset);
      if (record == null) {
        machine.gone(offset, now);
      } else {
        machine.readAgain(offset, record, now);
      }
    }
    recallIfMeant();
  }

  /** Answers the pending feed with a maximum number of messages. */
  void answerFeed(int most) {
    Feed feed = feeds.remove();
    if (feed.from() < firstOffset) {
      machine.feedExpired(firstOffset, now);
      return;
    }
    List<Candidate> candidates = candidates(feed.from(), end, most);
    long next = candidates.size() < most ? end : candidates.getLast().offset() + 1;
    machine.fed(candidates, next, now);
  }

  void answerFeeds() {
    while (!feeds.isEmpty()) {
      answerFeed(feeds.element().maxMessages());
    }
  }

  void answerReplayFeeds(long to) {
    while (!replayFeeds.isEmpty()) {
      Feed feed = replayFeeds.remove();
      if (feed.from() < firstOffset) {
        machine.replayExpired(firstOffset, now);
      } else {
        List<Candidate> candidates = candidates(feed.from(), to, feed.maxMessages());
        long next = candidates.size() < feed.maxMessages() ? to : candidates.getLast().offset() + 1;
        machine.replayFed(candidates, next, now);
      }
    }
  }

  private List<Candidate> candidates(long from, long to, int most) {
    List<Candidate> candidates = new ArrayList<>();
    for (var entry : log.subMap(from, to).entrySet()) {
      if (candidates.size() == most) {
        break;
      }
      candidates.add(new Candidate(entry.getKey(), entry.getValue()));
    }
    return candidates;
  }

  // ---- time

  /** Advances the clock, ticks when the machine is due, and answers reads. */
  void pass(Duration time) {
    passTo(now + time.toMillis());
  }

  void passTo(long until) {
    while (limits.nextWakeUp() <= until) {
      long wakeUp = Math.max(now, limits.nextWakeUp());
      now = wakeUp;
      machine.tick(now);
      answerReads();
      if (limits.nextWakeUp() <= now) {
        throw new AssertionError("busy: due at " + limits.nextWakeUp() + ", now " + now);
      }
    }
    now = until;
  }

  /** Advances the clock to the next wake-up of the machine. */
  void passToNext() {
    long next = limits.nextWakeUp();
    if (next == Long.MAX_VALUE) {
      throw new AssertionError("it waits for nothing");
    }
    passTo(Math.max(now, next));
  }

  /** Answers everything with one outcome until nothing is left or a time has passed. */
  void answerAll(Outcome outcome, Duration most) {
    long until = now + most.toMillis();
    answerAllThatIs(outcome);
    while (limits.nextWakeUp() <= until) {
      passToNext();
      answerAllThatIs(outcome);
    }
    now = until;
  }

  private void answerAllThatIs(Outcome outcome) {
    while (!posted.isEmpty() || !feeds.isEmpty() || !reads.isEmpty()) {
      if (!posted.isEmpty()) {
        answerNext(outcome);
      }
      answerFeeds();
      answerReads();
    }
  }

  // ---- flushing and crashing

  /** Restores a new machine from the saved cursor and the present health, as after a crash. */
  void restart(CursorChange change, DeliverySettings settings) {
    restart(change, settings, 0);
  }

  /** The same after a known step of the wall clock. */
  void restart(CursorChange change, DeliverySettings settings, long clockStepMillis) {
    posted.clear();
    reads.clear();
    feeds.clear();
    replayFeeds.clear();
    byte[] health = limits.encodeHealth(null);
    limits = new DestinationLimits(rules, settings, new SplittableRandom(2));
    var _ = limits.restoreHealth(health, now);
    byte[] cursor = change.cursor();
    machine =
        cursor == null
            ? DeliveryMachine.startAt(
                live, change.failures(), limits, this, QueueBudget.UNBOUNDED, now)
            : DeliveryMachine.restore(
                new SavedCursor(cursor, change.failures(), clockStepMillis),
                limits,
                this,
                QueueBudget.UNBOUNDED,
                now);
    machine.tick(now);
    answerReads();
  }

  // ---- effects

  @Override
  public boolean hasRoom() {
    return roomy || (inFlight == 0 && reads.isEmpty());
  }

  @Override
  public void post(Round round) {
    inFlight += round.attempts().size();
    posted.add(new Posted(round, now));
  }

  @Override
  public void read(long offset) {
    reads.add(offset);
  }

  @Override
  public void feed(long fromOffset, int maxMessages, int maxBytes) {
    feeds.add(new Feed(fromOffset, maxMessages, maxBytes));
  }

  @Override
  public void feedReplay(long fromOffset, long toOffset, int maxMessages, boolean onlyRouted) {
    replayFeeds.add(new Feed(fromOffset, maxMessages, 0));
  }

  @Override
  public boolean passes(long offset, RecordView record, boolean replay) {
    return !filtered.contains(offset);
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
    done.add(new Done(offset, status, rounds, failure, replay));
    if (status == FinalStatus.DELIVERED) {
      delivered.add(offset);
    }
  }

  @Override
  public void recall(long offset) {
    recalls.add(offset);
  }

  @Override
  public void stayedDelivered(long offset) {
    stayedDelivered.add(offset);
  }

  @Override
  public void lost(long fromOffset, long toOffset) {
    ranges.add("lost " + fromOffset + ".." + toOffset);
  }

  @Override
  public void cancelled(long fromOffset, long toOffset) {
    ranges.add("cancelled " + fromOffset + ".." + toOffset);
  }

  @Override
  public void replayEnded(ReplayProgress progress) {
    replaysEnded.add(progress);
  }

  /** The failed offsets. */
  List<Long> failedOffsets() {
    return machine.undeliveredBefore(Long.MAX_VALUE, 1_000).reversed().stream()
        .filter(offset -> machine.recordedStatus(offset) instanceof DeliveryStatus.Failed)
        .toList();
  }

  /** The ends of deliveries so far. */
  List<FinalStatus> statuses() {
    return done.stream().map(Done::status).toList();
  }
}
