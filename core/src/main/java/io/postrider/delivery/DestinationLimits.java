package io.postrider.delivery;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The breakers, concurrency limits and rate limit of one destination. Shared by the machines of the
 * destination's partitions on one event loop; belongs to that loop's thread.
 *
 * <p>An input to one machine may free a slot that another waits for. The other then continues
 * within the same input. So call {@link #nextWakeUp} again after any input to any of the machines.
 */
public final class DestinationLimits {

  private static final Failure UNKNOWN = Failure.of(FailureReason.UNREACHABLE);

  private final DeliveryRules rules;
  private final RetrySchedule schedule;
  private final WallClock wallClock;
  private final RoundRateLimit rate = new RoundRateLimit();
  private final ShareInForce share = new ShareInForce(rate);
  private final List<DeliveryMachine> machines = new ArrayList<>();
  private DeliverySettings settings;
  private UrlLimits[] urlLimits;

  /** The last failure of any URL; a success does not end it. */
  private Failure lastFailure = UNKNOWN;

  private boolean held;
  private boolean busy;
  private boolean stopped;
  private int turn;
  private int maxOpen;

  /** Creates limits for URLs of unknown health, for a wall clock that never steps. */
  DestinationLimits(DeliveryRules rules, DeliverySettings settings, RandomGenerator random) {
    this(rules, settings, random, new WallClock());
  }

  /** Creates limits for URLs of unknown health. */
  public DestinationLimits(
      DeliveryRules rules, DeliverySettings settings, RandomGenerator random, WallClock wallClock) {
    this.rules = rules;
    this.wallClock = wallClock;
    this.schedule = new RetrySchedule(rules, random);
    this.settings = settings;
    this.maxOpen = rules.maxOpen();
    this.urlLimits = UrlLimits.of(settings, new UrlLimits[0], rules, schedule);
    rate.set(settings.maxRate(), 0);
  }

  /** The earliest {@link DeliveryMachine#nextWakeUp} of its machines. */
  public long nextWakeUp() {
    long earliest = share.endsMillis();
    for (int i = 0; i < machines.size(); i++) {
      earliest = Math.min(earliest, machines.get(i).nextWakeUp());
    }
    return earliest;
  }

  public void tick(long nowMillis) {
    enter();
    leave(nowMillis);
  }

  // ---- shares of limits that several nodes have together

  /** Sets what this node may use of the limits, before any machine is created. */
  public void firstShare(LimitShare first, long nowMillis) {
    rate.drain();
    share.set(first, settings, urlLimits, nowMillis);
  }

  /** Sets what this node may use of the limits; an input. */
  public void share(LimitShare next, long nowMillis) {
    enter();
    share.set(next, settings, urlLimits, nowMillis);
    leave(nowMillis);
  }

  /** What it uses and could use of the limits. */
  public LimitDemand demand(long nowMillis) {
    boolean waiting = false;
    for (int i = 0; i < machines.size() && !isResting(); i++) {
      waiting |= machines.get(i).isWaiting(nowMillis);
    }
    return LimitDemand.of(urlLimits, rate, waiting);
  }

  /** Starts no further round. Attempts in flight may finish; nothing else changes. */
  public void stop() {
    stopped = true;
  }

  /** Sets how many deliveries may be open, at most as many as the rules allow. */
  public void maxOpen(int most) {
    maxOpen = Math.min(most, rules.maxOpen());
  }

  public DeliverySettings settings() {
    return settings;
  }

  public DestinationState state() {
    if (settings.paused()) {
      return DestinationState.PAUSED;
    }
    HealthSummary health = HealthSummary.of(urlLimits);
    if (health.failing()) {
      return DestinationState.FAILING;
    }
    return health.failed() ? DestinationState.DEGRADED : DestinationState.HEALTHY;
  }

  /** Whether every URL keeps failing: more than a single message was refused. */
  public boolean keepsFailing() {
    return HealthSummary.of(urlLimits).keepsFailing();
  }

  /** Whether the breakers of all URLs are open, so that messages are held back. */
  public boolean isHeld() {
    return held;
  }

  /** Since when the destination is failing or degraded; null if it is neither. */
  public @Nullable Instant failingSince() {
    return wall(HealthSummary.of(urlLimits).sinceMillis());
  }

  /** The last success of a URL that is not failing; null if there was none. */
  public @Nullable Instant deliveredAt() {
    return wall(HealthSummary.of(urlLimits).provenAtMillis());
  }

  /** The last success of any URL, also of one that is failing now; null if there was none. */
  public @Nullable Instant lastDeliveredAt() {
    return wall(HealthSummary.of(urlLimits).deliveredAtMillis());
  }

  private @Nullable Instant wall(long millis) {
    return millis == UrlHealth.NEVER ? null : wallClock.wall(millis);
  }

  // ---- health that survives a restart

  /**
   * Encodes the health of the URLs, to be saved.
   *
   * @param lastError saved with it; null if no attempt failed
   */
  public byte[] encodeHealth(@Nullable LastError lastError) {
    List<UrlHealth> urls = new ArrayList<>(urlLimits.length);
    for (UrlLimits limits : urlLimits) {
      urls.add(limits.health());
    }
    return HealthCodec.encode(new SavedHealth(urls, lastError), wallClock.shiftMillis());
  }

  /**
   * Continues from a saved health, before any machine is created. URLs that were not saved are of
   * unknown health.
   *
   * @return the last error; null if no attempt had failed
   * @throws CursorCorruptException if the bytes are not a saved health; nothing is changed
   */
  public @Nullable LastError restoreHealth(byte[] bytes, long nowMillis) {
    SavedHealth saved =
        HealthCodec.decode(bytes).bounded(rules, nowMillis, wallClock.wallMillis(nowMillis));
    for (UrlLimits limits : urlLimits) {
      for (UrlHealth url : saved.urls()) {
        if (url.hash() == limits.hash()) {
          limits.restore(url);
          note(url.lastFailure());
        }
      }
    }
    LastError error = saved.lastError();
    if (error != null) {
      lastFailure = new Failure(error.reason(), error.status(), false, false);
    }
    checkHeld(nowMillis);
    return error;
  }

  // ---- requests to end an outage

  /**
   * Closes all breakers on request and makes everything due that waits, also what a Retry-After
   * delays. A URL that still fails opens its breaker again.
   */
  public void tryNow(long nowMillis) {
    enter();
    for (UrlLimits limits : urlLimits) {
      limits.closeBreaker();
      hasten(limits, true, nowMillis);
    }
    checkHeld(nowMillis);
    leave(nowMillis);
  }

  /** Notes that a URL accepted a test message; ignored if the settings do not list it. */
  public void tested(String url, long nowMillis) {
    UrlLimits limits = UrlLimits.named(url, urlLimits, urlLimits.length);
    if (limits != null) {
      enter();
      limits.delivered(nowMillis);
      hasten(limits, true, nowMillis);
      checkHeld(nowMillis);
      leave(nowMillis);
    }
  }

  /** The state of each URL, in the order of the settings. */
  public List<UrlState> urls() {
    List<UrlState> states = new ArrayList<>(urlLimits.length);
    for (UrlLimits limits : urlLimits) {
      states.add(limits.state(wallClock));
    }
    return states;
  }

  /** The wall clock has stepped: all saved times are saved again. */
  public void wallClockStepped() {
    machines.forEach(DeliveryMachine::wallClockStepped);
  }

  // ---- for machines

  WallClock wallClock() {
    return wallClock;
  }

  DeliveryRules rules() {
    return rules;
  }

  int maxOpen() {
    return maxOpen;
  }

  RetrySchedule schedule() {
    return schedule;
  }

  RoundRateLimit rate() {
    return rate;
  }

  int size() {
    return urlLimits.length;
  }

  UrlLimits at(int url) {
    return urlLimits[url];
  }

  boolean isPaused() {
    return settings.paused();
  }

  boolean isStopped() {
    return stopped;
  }

  /** Whether no round may start. */
  boolean isResting() {
    return stopped || settings.paused();
  }

  void register(DeliveryMachine machine) {
    machines.add(machine);
  }

  void unregister(DeliveryMachine machine) {
    machines.remove(machine);
  }

  void enter() {
    if (busy) {
      throw new IllegalStateException(
          "input called from within an effect, or after a failed input");
    }
    busy = true;
  }

  /** Notes the time of an input, before it starts any round. */
  void passed(long nowMillis) {
    wallClock.passed(nowMillis);
    if (nowMillis >= share.endsMillis()) {
      share.apply(settings, urlLimits, nowMillis);
    }
  }

  /** Ends an input: all machines advance, in rotating order. */
  void leave(long nowMillis) {
    passed(nowMillis);
    int count = machines.size();
    if (count == 1) {
      machines.getFirst().advance(nowMillis);
    } else if (count > 1) {
      turn = (turn + 1) % count;
      for (int i = 0; i < count; i++) {
        machines.get((turn + i) % count).advance(nowMillis);
      }
    }
    busy = false;
  }

  /** Ends an input after which no machine advances. */
  void leave() {
    busy = false;
  }

  /** Whether a first round can start: with a healthy URL, or as a probe if there is none. */
  boolean isFreeForFirst(long nowMillis) {
    for (UrlLimits limits : urlLimits) {
      if ((held || !limits.isOpen()) && limits.freeForFirst(nowMillis) != null) {
        return true;
      }
    }
    return false;
  }

  boolean isFreeForReplay(long nowMillis) {
    for (UrlLimits limits : urlLimits) {
      if (!limits.isOpen() && limits.freeForReplay(nowMillis) != null) {
        return true;
      }
    }
    return false;
  }

  /** When a first round may start; {@link Long#MAX_VALUE} if only an input can free a slot. */
  long firstAtMillis() {
    long earliest = Long.MAX_VALUE;
    for (UrlLimits limits : urlLimits) {
      if (held || !limits.isOpen()) {
        earliest = Math.min(earliest, limits.firstAtMillis());
      }
    }
    return earliest;
  }

  /** The index of an attempt's URL in the current settings, or -1. */
  int indexOf(Attempt attempt) {
    int expected = attempt.urlIndex();
    if (expected < urlLimits.length && urlLimits[expected] == attempt.urlLimits()) {
      return expected;
    }
    for (int url = 0; url < urlLimits.length; url++) {
      if (urlLimits[url] == attempt.urlLimits()) {
        return url;
      }
    }
    return -1;
  }

  /** For each URL of the current settings, its index in a list of hashes, or -1. */
  int[] indexesIn(long[] hashes) {
    int[] indexes = new int[urlLimits.length];
    for (int url = 0; url < urlLimits.length; url++) {
      indexes[url] = -1;
      for (int i = 0; i < hashes.length && indexes[url] < 0; i++) {
        indexes[url] = hashes[i] == urlLimits[url].hash() ? i : -1;
      }
    }
    return indexes;
  }

  long[] hashes() {
    long[] hashes = new long[urlLimits.length];
    for (int url = 0; url < urlLimits.length; url++) {
      hashes[url] = urlLimits[url].hash();
    }
    return hashes;
  }

  /** The most recent failure, which explains the current outage or the last one. */
  Failure outage() {
    return lastFailure;
  }

  private void note(@Nullable Failure failure) {
    lastFailure = failure == null ? lastFailure : failure;
  }

  /**
   * Ends an attempt.
   *
   * @return the receiver's Retry-After in milliseconds, or 0
   */
  long ended(Attempt attempt, Outcome outcome, long nowMillis) {
    UrlLimits limits = attempt.urlLimits();
    boolean wasOpen = limits.isOpen();
    long retryAfterMillis = attempt.end(outcome, nowMillis);
    note(limits.lastFailure());
    if (limits.isOpen() != wasOpen) {
      if (wasOpen) {
        hasten(limits, false, nowMillis);
      }
      checkHeld(nowMillis);
    }
    if (limits.isOpen()) {
      leaveLastChances(limits, attempt.delivery(), nowMillis);
    }
    return retryAfterMillis;
  }

  /** Makes due what waits for a URL. */
  private void hasten(UrlLimits limits, boolean retryAfterToo, long nowMillis) {
    for (int url = 0; url < urlLimits.length; url++) {
      for (int i = 0; urlLimits[url] == limits && i < machines.size(); i++) {
        machines.get(i).hasten(url, retryAfterToo, nowMillis);
      }
    }
  }

  /**
   * Shortens a Retry-After so that a probe comes before the next retry window of an open delivery
   * ends, and inside the window of a message that arrives now.
   */
  private void leaveLastChances(UrlLimits limits, OpenDelivery ended, long nowMillis) {
    long soonest = nowMillis + RetryWindow.LAST_CHANCE_MILLIS;
    long end = nowMillis + rules.retryWindow().toMillis();
    if (ended.windowEndMillis() > soonest) {
      end = Math.min(end, ended.windowEndMillis());
    }
    for (int i = 0; i < machines.size(); i++) {
      end = Math.min(end, machines.get(i).windowEndAfterMillis(soonest));
    }
    limits.restAtMostUntil(end - RetryWindow.LAST_CHANCE_MILLIS);
  }

  /** Shortens every Retry-After so that a probe comes before a window ends. */
  void leaveLastChance(OpenDelivery waiting, long nowMillis) {
    long chance = waiting.windowEndMillis() - RetryWindow.LAST_CHANCE_MILLIS;
    for (int url = 0; url < urlLimits.length && chance > nowMillis; url++) {
      urlLimits[url].restAtMostUntil(chance);
    }
  }

  /**
   * Applies settings, for a destination without machines; an input of a machine applies them to
   * all.
   */
  public void apply(DeliverySettings next, long nowMillis) {
    if (next.equals(settings)) {
      return;
    }
    DeliverySettings last = settings;
    long[] known = hashes();
    settings = next;
    urlLimits = UrlLimits.of(next, urlLimits, rules, schedule);
    if (!Objects.equals(last.maxRate(), next.maxRate())) {
      rate.set(next.maxRate(), nowMillis);
      share.rateChanged();
    }
    share.apply(settings, urlLimits, nowMillis);
    int[] from = indexesIn(known);
    for (int i = 0; i < machines.size(); i++) {
      DeliveryMachine machine = machines.get(i);
      if (!last.urls().equals(next.urls())) {
        machine.urlsChanged(from, nowMillis);
      }
      if (last.paused() != next.paused()) {
        machine.paused(next.paused(), nowMillis);
      }
    }
    checkHeld(nowMillis);
  }

  private void checkHeld(long nowMillis) {
    boolean all = true;
    for (UrlLimits limits : urlLimits) {
      all &= limits.isOpen();
    }
    if (all != held) {
      held = all;
      for (int i = 0; i < machines.size(); i++) {
        machines.get(i).held(all, nowMillis);
      }
    }
  }
}
