package io.postrider.delivery.simulation;

import io.postrider.delivery.DeliveryRules;
import io.postrider.route.LogEnds;
import io.postrider.route.Routing;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Everything there is, decided by one seed. Belongs to one thread. */
final class World {

  static final Routing ROUTING = new Routing(Duration.ofHours(24));
  private static final long BEGIN = Instant.parse("2026-03-01T08:00:00Z").toEpochMilli();

  private final Dice dice;
  private final VirtualTime time = new VirtualTime(BEGIN);
  private final Trace trace;
  private final Temper temper;
  private final List<SimulatedLog> logs = new ArrayList<>();
  private final List<Site> sites = new ArrayList<>();
  private final List<List<Ledger>> ledgers = new ArrayList<>();
  private final Map<String, Receiver> receivers = new HashMap<>();
  private final SimulatedStore store;
  private final Bookkeeping books = new Bookkeeping(this);
  private final List<Invariant> invariants;
  private final List<byte[]> lent = new ArrayList<>();
  private @Nullable Life process;
  private long disturbedAt = BEGIN;
  private long messages;
  private boolean slowDisk;

  public World(long seed, Trace trace) {
    this.dice = new Dice(seed);
    this.trace = trace;
    this.temper = Temper.of(dice);
    for (int partition = 0; partition < temper.partitions(); partition++) {
      logs.add(new SimulatedLog(dice.pick(List.of(0L, 65_500L, (1L << 40) - 20))));
    }
    for (int number = 0; number < temper.sites(); number++) {
      build(number);
    }
    store = new SimulatedStore(logs.stream().map(SimulatedLog::base).toList());
    invariants = Invariants.all(this);
  }

  private void build(int number) {
    Site site = new Site(number, number == 0, People.SOURCES, logs.size());
    sites.add(site);
    int urls = dice.chance(0.5) ? 1 : dice.between(2, 5);
    for (int i = 0; i < urls; i++) {
      site.receivers().add(newReceiver(site));
    }
    for (int source = 0; source < People.SOURCES.size(); source++) {
      if (source == number % People.SOURCES.size() || dice.chance(0.6)) {
        site.connect(source, ends());
      }
    }
    site.enable(ends());
    List<Ledger> own = new ArrayList<>();
    for (int partition = 0; partition < logs.size(); partition++) {
      own.add(new Ledger(site, partition, logs.get(partition)));
    }
    ledgers.add(own);
  }

  Receiver newReceiver(Site site) {
    Receiver receiver = new Receiver(site.newUrl(), dice);
    receivers.put(receiver.url(), receiver);
    return receiver;
  }

  // ---- what there is

  Dice dice() {
    return dice;
  }

  VirtualTime time() {
    return time;
  }

  long now() {
    return time.now();
  }

  Temper temper() {
    return temper;
  }

  DeliveryRules rules() {
    return temper.rules();
  }

  Times times() {
    return temper.times();
  }

  List<SimulatedLog> logs() {
    return logs;
  }

  /** The durable end of every partition. */
  LogEnds ends() {
    return new LogEnds(logs.stream().map(SimulatedLog::end).toList());
  }

  List<Site> sites() {
    return sites;
  }

  List<Ledger> ledgers(Site site) {
    return ledgers.get(site.number());
  }

  Receiver receiver(String url) {
    return Objects.requireNonNull(receivers.get(url));
  }

  SimulatedStore store() {
    return store;
  }

  Bookkeeping books() {
    return books;
  }

  List<Invariant> invariants() {
    return invariants;
  }

  /** The process, or null while there is none. */
  @Nullable Life process() {
    return process;
  }

  /** When the process last started or time last jumped. */
  long disturbedAt() {
    return disturbedAt;
  }

  // ---- how quick it is

  long flushEvery() {
    return temper.flushEveryMillis();
  }

  long liveDelay() {
    return dice.between(0, 3);
  }

  long readDelay() {
    return slowDisk ? dice.between(1, 150) : dice.between(0, 5);
  }

  /** How much too late a timer fires. */
  long lateness() {
    return dice.chance(0.01) ? dice.between(0, 500) : dice.between(0, 2);
  }

  void slowDisk(boolean slow) {
    slowDisk = slow;
  }

  long budgetBytes() {
    return temper.budgetBytes();
  }

  // ---- records on loan

  /** Whether records are taken back once the call that lent them is over. */
  boolean isGreedy() {
    return temper.greedy();
  }

  void lent(byte[] bytes) {
    lent.add(bytes);
  }

  List<byte[]> takeBack() {
    List<byte[]> taken = List.copyOf(lent);
    lent.clear();
    return taken;
  }

  // ---- what happens

  /** Messages become durable. */
  void accept(int partition, int source, int count) {
    SimulatedLog log = logs.get(partition);
    for (int i = 0; i < count; i++) {
      People.Saying saying = temper.saying(dice);
      int user = dice.below(temper.users());
      Message message = People.say(saying, source, user, partition, log.end(), messages++, now());
      log.append(message);
      for (List<Ledger> own : ledgers) {
        own.get(partition).accepted(message);
      }
    }
    if (process != null) {
      process.appended(partition);
    }
  }

  void start() {
    if (process == null) {
      trace("the process starts");
      disturbedAt = now();
      for (Site site : sites) {
        site.process(true, now());
      }
      process = Life.start(this);
    }
  }

  /** The process ends, in good order or not. */
  void end(boolean inOrder) {
    if (process == null) {
      return;
    }
    trace(inOrder ? "the process stops" : "the process dies");
    if (inOrder) {
      process.stop();
    } else {
      process.die();
    }
    process = null;
    for (Site site : sites) {
      site.process(false, now());
      site.forgetPausesAfter(store.takenAtMillis());
      for (Ledger ledger : ledgers(site)) {
        ledger.revert(store.stamp());
      }
    }
    for (Invariant invariant : invariants) {
      invariant.died(now());
    }
  }

  void jump(long millis) {
    trace("time jumps by %d s", millis / 1000);
    time.jump(millis);
    disturbedAt = now();
  }

  /** The owner changed his mind about a destination; tells who needs to know. */
  void reconfigured(Site site) {
    site.changed(now());
    for (Invariant invariant : invariants) {
      invariant.reconfigured(site, now());
    }
    if (process != null) {
      process.reconfigured(site);
    }
  }

  boolean isTraced() {
    return trace.isOn();
  }

  @SuppressWarnings("AnnotateFormatMethod")
  void trace(String what, @Nullable Object... arguments) {
    if (trace.isOn()) {
      trace.add(now() - BEGIN, what.formatted(arguments));
    }
  }

  // ---- from the beginning to the end

  /** Lives it all, and throws what does not hold. */
  void live() {
    long end = BEGIN + temper.duration().toMillis();
    trace("%s", temper);
    start();
    new Traffic(this, end).begin();
    new Faults(this, end).begin();
    look(end);
    runUntil(end);
    heal();
    for (Invariant invariant : invariants) {
      invariant.finished(now());
    }
    // once more, to see that what was written down says the same
    end(true);
    start();
    runUntil(now() + 60_000);
    for (Invariant invariant : invariants) {
      invariant.finished(now());
    }
  }

  private void look(long end) {
    for (Invariant invariant : invariants) {
      invariant.looked(now());
    }
    if (now() < end) {
      time.after(15_000, () -> look(end));
    }
  }

  private void heal() {
    trace("the world heals");
    store.away(false);
    slowDisk = false;
    start();
    for (Receiver receiver : receivers.values()) {
      receiver.behave(Behaviour.Kind.HEALTHY, now());
    }
    for (Site site : sites) {
      site.pause(false, true, now());
      site.limit(null, site.maxConcurrency());
      reconfigured(site);
    }
    long deadline =
        now()
            + times().windowMillis()
            + 2 * times().maxMillis()
            + Duration.ofMinutes(30).toMillis();
    while (now() < deadline && !isAtRest()) {
      runUntil(now() + 60_000);
    }
  }

  private void runUntil(long millis) {
    boolean more = true;
    while (more) {
      more = time.step(millis);
    }
  }

  private boolean isAtRest() {
    for (Site site : sites) {
      for (Lane lane : Objects.requireNonNull(process).lanes(site)) {
        if (lane.ledger().oldestUnsettled() != null
            || lane.machine().replay() != null
            || !lane.machine().isLevel()) {
          return false;
        }
      }
    }
    return true;
  }
}
