package io.postrider.delivery.simulation;

import io.postrider.delivery.DeliveryRules;
import io.postrider.route.LogEndOffsets;
import io.postrider.route.Routing;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The simulated world of one seed. Belongs to one thread. */
final class SimulatedWorld {

  static final Routing ROUTING = new Routing(Duration.ofHours(24));
  private static final long BEGIN = Instant.parse("2026-03-01T08:00:00Z").toEpochMilli();

  private final SimulationRandom random;
  private final VirtualTime time = new VirtualTime(BEGIN);
  private final SimulatedWallClock wallClock = new SimulatedWallClock();
  private final SimulationTrace trace;
  private final ScenarioSettings scenario;
  private final List<SimulatedLog> logs = new ArrayList<>();
  private final List<SimulatedDestination> destinations = new ArrayList<>();
  private final List<List<PartitionModel>> models = new ArrayList<>();
  private final Map<String, SimulatedReceiver> receivers = new HashMap<>();
  private final SimulatedStore store;
  private final SimulatedLedger ledger;
  private final ModelRecorder recorder = new ModelRecorder(this);
  private final List<Invariant> invariants;
  private final List<byte[]> lent = new ArrayList<>();
  private @Nullable SimulatedProcess process;
  private long disturbedAt = BEGIN;
  private long messages;
  private boolean slowDisk;

  public SimulatedWorld(long seed, SimulationTrace trace) {
    this.random = new SimulationRandom(seed);
    this.trace = trace;
    this.scenario = ScenarioSettings.of(random);
    for (int partition = 0; partition < scenario.partitions(); partition++) {
      logs.add(new SimulatedLog(random.pick(List.of(0L, 65_500L, (1L << 40) - 20))));
    }
    for (int number = 0; number < scenario.destinations(); number++) {
      build(number);
    }
    store = new SimulatedStore(logs.stream().map(SimulatedLog::base).toList());
    ledger = new SimulatedLedger(this, new SimulationRandom(~seed));
    invariants = Invariants.all(this);
  }

  private void build(int number) {
    SimulatedDestination destination =
        new SimulatedDestination(number, number == 0, MessageGenerator.SOURCES, logs.size());
    destinations.add(destination);
    int urls = random.chance(0.5) ? 1 : random.between(2, 5);
    for (int i = 0; i < urls; i++) {
      destination.receivers().add(newReceiver(destination));
    }
    for (int source = 0; source < MessageGenerator.SOURCES.size(); source++) {
      if (source == number % MessageGenerator.SOURCES.size() || random.chance(0.6)) {
        destination.connect(source, ends());
      }
    }
    destination.enable(ends());
    List<PartitionModel> own = new ArrayList<>();
    for (int partition = 0; partition < logs.size(); partition++) {
      own.add(new PartitionModel(destination, partition, logs.get(partition)));
    }
    models.add(own);
  }

  SimulatedReceiver newReceiver(SimulatedDestination destination) {
    SimulatedReceiver receiver = new SimulatedReceiver(destination.newUrl(), random);
    receivers.put(receiver.url(), receiver);
    return receiver;
  }

  // ---- state

  SimulationRandom random() {
    return random;
  }

  VirtualTime time() {
    return time;
  }

  long now() {
    return time.now();
  }

  SimulatedWallClock wallClock() {
    return wallClock;
  }

  /** What the wall clock shows. */
  long wallMillis() {
    return now() + wallClock.shiftMillis();
  }

  ScenarioSettings scenario() {
    return scenario;
  }

  DeliveryRules rules() {
    return scenario.rules();
  }

  ContractTimes times() {
    return scenario.times();
  }

  List<SimulatedLog> logs() {
    return logs;
  }

  /** The durable end of every partition. */
  LogEndOffsets ends() {
    return new LogEndOffsets(logs.stream().map(SimulatedLog::end).toList());
  }

  List<SimulatedDestination> destinations() {
    return destinations;
  }

  List<PartitionModel> models(SimulatedDestination destination) {
    return models.get(destination.number());
  }

  SimulatedReceiver receiver(String url) {
    return Objects.requireNonNull(receivers.get(url));
  }

  SimulatedStore store() {
    return store;
  }

  SimulatedLedger ledger() {
    return ledger;
  }

  ModelRecorder recorder() {
    return recorder;
  }

  List<Invariant> invariants() {
    return invariants;
  }

  /** The process, or null while none is running. */
  @Nullable SimulatedProcess process() {
    return process;
  }

  /** When the process last started or time last jumped. */
  long disturbedAt() {
    return disturbedAt;
  }

  // ---- delays

  long flushEvery() {
    return scenario.flushEveryMillis();
  }

  long liveDelay() {
    return random.between(0, 3);
  }

  long readDelay() {
    return slowDisk ? random.between(1, 150) : random.between(0, 5);
  }

  /** The lateness of a timer. */
  long lateness() {
    return random.chance(0.01) ? random.between(0, 500) : random.between(0, 2);
  }

  void slowDisk(boolean slow) {
    slowDisk = slow;
  }

  long budgetBytes() {
    return scenario.budgetBytes();
  }

  // ---- borrowed records

  /** Whether records become invalid when the call that passed them returns. */
  boolean isGreedy() {
    return scenario.greedy();
  }

  void lent(byte[] bytes) {
    lent.add(bytes);
  }

  List<byte[]> takeBack() {
    List<byte[]> taken = List.copyOf(lent);
    lent.clear();
    return taken;
  }

  // ---- events

  /** Messages become durable. */
  void accept(int partition, int source, int count) {
    SimulatedLog log = logs.get(partition);
    for (int i = 0; i < count; i++) {
      MessageGenerator.Saying saying = scenario.saying(random);
      int user = random.below(scenario.users());
      SimulatedMessage message =
          MessageGenerator.say(saying, source, user, partition, log.end(), messages++, now())
              .stamped(wallMillis());
      log.append(message);
      for (List<PartitionModel> own : models) {
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
      wallClock.processStarted(store.shiftMillis(), now());
      for (SimulatedDestination destination : destinations) {
        destination.process(true, now());
      }
      process = SimulatedProcess.start(this);
    }
  }

  /** The process stops or crashes. */
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
    ledger.facts().died();
    for (SimulatedDestination destination : destinations) {
      destination.process(false, now());
      destination.forgetPausesAfter(store.takenAtMillis());
      for (PartitionModel model : models(destination)) {
        model.revert(store.stamp());
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

  /** The wall clock steps; no time passes. */
  void stepWallClock(long byMillis) {
    trace("the wall clock steps by %d s", byMillis / 1000);
    wallClock.step(byMillis, now());
    if (process != null) {
      process.wallClockStepped();
    }
  }

  /** Applies changed settings of a destination to the process and the invariants. */
  void reconfigured(SimulatedDestination destination) {
    destination.changed(now());
    for (Invariant invariant : invariants) {
      invariant.reconfigured(destination, now());
    }
    if (process != null) {
      process.reconfigured(destination);
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

  // ---- run

  /** Runs the scenario; throws if an invariant fails. */
  void live() {
    long end = BEGIN + scenario.duration().toMillis();
    trace("%s", scenario);
    start();
    new SimulatedTraffic(this, end).begin();
    new FaultInjector(this, end).begin();
    ledger.disturb(end);
    look(end);
    runUntil(end);
    heal();
    for (Invariant invariant : invariants) {
      invariant.finished(now());
    }
    // restart once more to check that the saved state is the same
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
    trace("all faults end");
    store.away(false);
    ledger.heal();
    slowDisk = false;
    start();
    for (SimulatedReceiver receiver : receivers.values()) {
      receiver.behave(ReceiverBehaviour.Kind.HEALTHY, now());
    }
    for (SimulatedDestination destination : destinations) {
      destination.pause(false, true, now());
      destination.limit(null, destination.maxConcurrency());
      reconfigured(destination);
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
    for (SimulatedDestination destination : destinations) {
      for (MachineDriver driver : Objects.requireNonNull(process).drivers(destination)) {
        if (driver.model().oldestUnsettled() != null
            || driver.machine().replay() != null
            || !driver.machine().isCaughtUp()) {
          return false;
        }
      }
    }
    return true;
  }
}
