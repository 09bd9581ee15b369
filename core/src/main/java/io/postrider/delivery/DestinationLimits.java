package io.postrider.delivery;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * What guards the URLs of one destination: a breaker, adaptive concurrency and the rate. Shared by
 * the machines of the destination's partitions that run on one loop; belongs to that loop's thread.
 *
 * <p>An input to one machine may free what another waits for. That one then goes on within the same
 * input, so after any input to any of the machines {@link #nextWakeUp} is to be asked again.
 */
public final class DestinationLimits {

  private static final int MOST_URLS = 30;
  private static final Failure UNKNOWN = new Failure(FailureReason.UNREACHABLE, 0, false);

  private final DeliveryRules rules;
  private final RetrySchedule schedule;
  private final RoundRateLimit rate = new RoundRateLimit();
  private final List<DeliveryMachine> machines = new ArrayList<>();
  private DeliverySettings plan;
  private UrlLimits[] gates;
  private boolean held;
  private boolean busy;
  private boolean stopped;
  private int turn;

  /** The gates of a destination whose URLs are not known yet to work or not. */
  public DestinationLimits(DeliveryRules rules, DeliverySettings plan, RandomGenerator random) {
    this.rules = rules;
    this.schedule = new RetrySchedule(rules, random);
    this.plan = plan;
    this.gates = gates(plan, new UrlLimits[0]);
    rate.set(plan.maxRate(), 0);
  }

  private UrlLimits[] gates(DeliverySettings plan, UrlLimits[] known) {
    if (plan.urls().size() > MOST_URLS) {
      throw new IllegalArgumentException(plan.urls().size() + " URLs, at most " + MOST_URLS);
    }
    Integer chosen = plan.maxConcurrency();
    int most = chosen == null ? rules.mostConcurrency() : Math.min(chosen, rules.mostConcurrency());
    UrlLimits[] made = new UrlLimits[plan.urls().size()];
    for (int url = 0; url < made.length; url++) {
      String text = plan.urls().get(url);
      UrlLimits gate = named(text, known, known.length);
      if (gate == null) {
        // a URL that is listed twice has one gate
        gate = named(text, made, url);
      }
      if (gate == null) {
        gate = new UrlLimits(text, rules, schedule, Math.max(1, most));
      }
      gate.most(Math.max(1, most));
      made[url] = gate;
    }
    return made;
  }

  private static @Nullable UrlLimits named(String url, UrlLimits[] gates, int length) {
    for (int i = 0; i < length; i++) {
      if (gates[i].url().equals(url)) {
        return gates[i];
      }
    }
    return null;
  }

  /** The earliest {@link DeliveryMachine#nextWakeUp} of its machines. */
  public long nextWakeUp() {
    long earliest = Long.MAX_VALUE;
    for (int i = 0; i < machines.size(); i++) {
      earliest = Math.min(earliest, machines.get(i).nextWakeUp());
    }
    return earliest;
  }

  /** Lets each of its machines do what is due. */
  public void tick(long nowMillis) {
    enter();
    leave(nowMillis);
  }

  /**
   * Lets no round start any more. What is under way may finish; everything else stays as it is, so
   * that nothing counts as tried that was not.
   */
  public void stop() {
    stopped = true;
  }

  /** The plan in force. */
  public DeliverySettings plan() {
    return plan;
  }

  /** How the destination fares. */
  public DestinationState state() {
    if (plan.paused()) {
      return DestinationState.PAUSED;
    }
    int failing = 0;
    for (UrlLimits gate : gates) {
      failing += gate.isFailing() ? 1 : 0;
    }
    if (failing == 0) {
      return DestinationState.HEALTHY;
    }
    return failing == gates.length ? DestinationState.FAILING : DestinationState.DEGRADED;
  }

  /** Whether all URLs are only probed, so that messages are held back. */
  public boolean isHeld() {
    return held;
  }

  /** Since when it is failing, or degraded; null if it is neither. */
  public @Nullable Instant failingSince() {
    long first = Long.MAX_VALUE;
    long last = Long.MIN_VALUE;
    boolean all = true;
    for (UrlLimits gate : gates) {
      all &= gate.isFailing();
      if (gate.isFailing()) {
        first = Math.min(first, gate.failingSinceMillis());
        last = Math.max(last, gate.failingSinceMillis());
      }
    }
    return last == Long.MIN_VALUE ? null : Instant.ofEpochMilli(all ? last : first);
  }

  /** When a URL that is not failing last took a message; null if none has since it is known. */
  public @Nullable Instant deliveredAt() {
    long last = Long.MIN_VALUE;
    for (UrlLimits gate : gates) {
      if (!gate.isFailing()) {
        last = Math.max(last, gate.deliveredAtMillis());
      }
    }
    return last == Long.MIN_VALUE ? null : Instant.ofEpochMilli(last);
  }

  /** How each URL of the plan fares, in its order. */
  public List<UrlState> urls() {
    List<UrlState> states = new ArrayList<>(gates.length);
    for (UrlLimits gate : gates) {
      states.add(gate.state());
    }
    return states;
  }

  // ---- for machines

  DeliveryRules rules() {
    return rules;
  }

  RetrySchedule schedule() {
    return schedule;
  }

  RoundRateLimit rate() {
    return rate;
  }

  int size() {
    return gates.length;
  }

  UrlLimits at(int url) {
    return gates[url];
  }

  boolean isPaused() {
    return plan.paused();
  }

  boolean isStopped() {
    return stopped;
  }

  /** Whether no round may start, whatever is due. */
  boolean isResting() {
    return stopped || plan.paused();
  }

  void join(DeliveryMachine machine) {
    machines.add(machine);
  }

  void part(DeliveryMachine machine) {
    machines.remove(machine);
  }

  /** An input begins. */
  void enter() {
    if (busy) {
      throw new IllegalStateException("an input from within an effect, or after one that failed");
    }
    busy = true;
  }

  /** An input ends: all machines go on as far as they can, taking turns at being the first. */
  void leave(long nowMillis) {
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

  /** An input ends that lets nobody go on. */
  void leave() {
    busy = false;
  }

  /** Whether a first round can start: with a healthy URL, or as a probe when there is none. */
  boolean isFreeForFirst(long nowMillis) {
    for (UrlLimits gate : gates) {
      if ((held || !gate.isOpen()) && gate.freeForFirst(nowMillis) != null) {
        return true;
      }
    }
    return false;
  }

  /** Whether a first round of a replay can start. */
  boolean isFreeForReplay(long nowMillis) {
    for (UrlLimits gate : gates) {
      if (!gate.isOpen() && gate.freeForReplay(nowMillis) != null) {
        return true;
      }
    }
    return false;
  }

  /** From when on a first round may start; {@link Long#MAX_VALUE} if only an input helps. */
  long firstAtMillis() {
    long earliest = Long.MAX_VALUE;
    for (UrlLimits gate : gates) {
      if (held || !gate.isOpen()) {
        earliest = Math.min(earliest, gate.firstAtMillis());
      }
    }
    return earliest;
  }

  /** The index of an attempt's URL in the plan in force, or -1. */
  int indexOf(Attempt attempt) {
    int expected = attempt.urlIndex();
    if (expected < gates.length && gates[expected] == attempt.gate()) {
      return expected;
    }
    for (int url = 0; url < gates.length; url++) {
      if (gates[url] == attempt.gate()) {
        return url;
      }
    }
    return -1;
  }

  /** For each URL of the plan in force its index in a list of hashes, or -1. */
  int[] indexesIn(long[] hashes) {
    int[] indexes = new int[gates.length];
    for (int url = 0; url < gates.length; url++) {
      indexes[url] = -1;
      for (int i = 0; i < hashes.length && indexes[url] < 0; i++) {
        indexes[url] = hashes[i] == gates[url].hash() ? i : -1;
      }
    }
    return indexes;
  }

  long[] hashes() {
    long[] hashes = new long[gates.length];
    for (int url = 0; url < gates.length; url++) {
      hashes[url] = gates[url].hash();
    }
    return hashes;
  }

  /** Why the destination is failing, as far as is known. */
  Failure outage() {
    for (UrlLimits gate : gates) {
      Failure failure = gate.lastFailure();
      if (failure != null) {
        return failure;
      }
    }
    return UNKNOWN;
  }

  /**
   * An attempt ended.
   *
   * @return how long the receiver asked to be left alone, or 0
   */
  long ended(Attempt attempt, Outcome outcome, long nowMillis) {
    UrlLimits gate = attempt.gate();
    boolean wasOpen = gate.isOpen();
    long askedMillis = attempt.end(outcome, nowMillis);
    if (gate.isOpen() != wasOpen) {
      for (int url = 0; wasOpen && url < gates.length; url++) {
        for (int i = 0; gates[url] == gate && i < machines.size(); i++) {
          machines.get(i).recovered(url, nowMillis);
        }
      }
      checkHeld(nowMillis);
    }
    return askedMillis;
  }

  void apply(DeliverySettings next, long nowMillis) {
    if (next.equals(plan)) {
      return;
    }
    DeliverySettings last = plan;
    long[] known = hashes();
    plan = next;
    gates = gates(next, gates);
    if (!Objects.equals(last.maxRate(), next.maxRate())) {
      rate.set(next.maxRate(), nowMillis);
    }
    int[] from = indexesIn(known);
    for (int i = 0; i < machines.size(); i++) {
      DeliveryMachine machine = machines.get(i);
      if (!last.urls().equals(next.urls())) {
        machine.replan(from, nowMillis);
      }
      if (last.paused() != next.paused()) {
        machine.paused(next.paused(), nowMillis);
      }
    }
    checkHeld(nowMillis);
  }

  private void checkHeld(long nowMillis) {
    boolean all = true;
    for (UrlLimits gate : gates) {
      all &= gate.isOpen();
    }
    if (all != held) {
      held = all;
      for (int i = 0; i < machines.size(); i++) {
        machines.get(i).held(all, nowMillis);
      }
    }
  }
}
