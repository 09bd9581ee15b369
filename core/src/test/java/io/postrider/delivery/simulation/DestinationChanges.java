package io.postrider.delivery.simulation;

import io.postrider.delivery.DeliveryMachine;
import io.postrider.delivery.Replay;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Changes the settings of destinations at random. */
final class DestinationChanges {

  private static final int MOST_URLS = 5;

  private final SimulatedWorld world;
  private final Map<SimulatedDestination, SimulatedReceiver> gone = new HashMap<>();
  private long replays;

  DestinationChanges(SimulatedWorld world) {
    this.world = world;
  }

  private void change(Consumer<SimulatedDestination> how) {
    List<SimulatedDestination> destinations = world.destinations();
    SimulatedDestination destination =
        destinations.get(world.random().between(1, destinations.size() - 1));
    how.accept(destination);
  }

  void changeUrls() {
    change(
        destination -> {
          SimulationRandom random = world.random();
          List<SimulatedReceiver> receivers = destination.receivers();
          if (receivers.size() < MOST_URLS && random.chance(0.5)) {
            SimulatedReceiver added = another(destination);
            receivers.add(random.below(receivers.size() + 1), added);
            world.trace("%s gets %s", destination, added.url());
          } else if (receivers.size() > 1 && random.chance(0.7)) {
            vanish(destination, receivers.remove(random.below(receivers.size())));
          } else {
            int place = random.below(receivers.size());
            SimulatedReceiver added = another(destination);
            vanish(destination, receivers.set(place, added));
            world.trace("%s gets %s", destination, added.url());
          }
          destination.urlsChanged(world.now());
          world.reconfigured(destination);
        });
  }

  /** A new URL, or one that was removed before. */
  private SimulatedReceiver another(SimulatedDestination destination) {
    SimulatedReceiver back = gone.remove(destination);
    if (back != null && world.random().chance(0.5)) {
      return back;
    }
    return world.newReceiver(destination);
  }

  private void vanish(SimulatedDestination destination, SimulatedReceiver receiver) {
    gone.put(destination, receiver);
    world.trace("%s loses %s", destination, receiver.url());
    for (PartitionModel model : world.models(destination)) {
      model.urlVanished(receiver.url());
    }
  }

  void changeLimits() {
    change(
        destination -> {
          SimulationRandom random = world.random();
          Integer rate = random.chance(0.5) ? null : Integer.valueOf(random.between(1, 50));
          Integer concurrency = random.chance(0.5) ? null : Integer.valueOf(random.between(1, 6));
          world.trace("%s is limited to %s/s, %s at once", destination, rate, concurrency);
          destination.limit(rate, concurrency);
          world.reconfigured(destination);
        });
  }

  void pause() {
    change(
        destination -> {
          pause(destination, true);
          world
              .time()
              .after(
                  world.random().magnitude(1_000, 2 * 3_600_000), () -> pause(destination, false));
        });
  }

  private void pause(SimulatedDestination destination, boolean wanted) {
    world.trace("%s is %s", destination, wanted ? "paused" : "resumed");
    destination.pause(wanted, world.process() != null, world.now());
    world.reconfigured(destination);
  }

  void disable() {
    change(
        destination -> {
          world.trace("%s is disabled at %s", destination, world.ends().offsets());
          destination.disable(world.ends());
          SimulatedProcess process = world.process();
          if (process != null) {
            process.disabled(destination);
          }
          world
              .time()
              .after(
                  world.random().magnitude(1_000, 3_600_000),
                  () -> {
                    world.trace("%s is enabled at %s", destination, world.ends().offsets());
                    destination.enable(world.ends());
                    world.reconfigured(destination);
                  });
        });
  }

  void changeConnection() {
    change(
        destination -> {
          int source = world.random().below(MessageGenerator.SOURCES.size());
          if (destination.isConnected(source)) {
            destination.disconnect(source, world.ends());
          } else {
            destination.connect(source, world.ends());
          }
          world.trace("%s has source %d: %s", destination, source, destination.isConnected(source));
          world.reconfigured(destination);
        });
  }

  void changeFilter() {
    change(
        destination -> {
          destination.block(!destination.isBlocking());
          world.trace("%s blocks: %s", destination, destination.isBlocking());
          world.reconfigured(destination);
        });
  }

  /** Starts or cancels a replay. */
  void replay() {
    SimulatedProcess process = world.process();
    if (process == null) {
      return;
    }
    change(
        destination -> {
          SimulationRandom random = world.random();
          MachineDriver driver = random.pick(process.drivers(destination));
          DeliveryMachine machine = driver.machine();
          if (machine.replay() != null && random.chance(0.3)) {
            world.trace("%s: replay cancelled", driver);
            machine.cancelReplay(process.millis());
          } else {
            Replay replay = newReplay(driver);
            if (replay == null) {
              return;
            }
            boolean running = machine.replay() != null;
            boolean taken = machine.startReplay(replay, process.millis());
            world.trace("%s: %s: %s", driver, replay, taken);
            if (taken == running) {
              throw new InvariantViolation(
                  "OneReplayAtATime", driver + " took " + replay + ": " + taken);
            }
          }
          process.handled(destination);
        });
  }

  private @Nullable Replay newReplay(MachineDriver driver) {
    SimulationRandom random = world.random();
    SimulatedLog log = driver.model().log();
    if (log.end() == log.base()) {
      return null;
    }
    // users also replay open deliveries
    ModelDelivery hanging = random.chance(0.3) ? driver.model().oldestUnsettled() : null;
    long from =
        hanging == null ? random.between(log.base(), log.end() - 1) : hanging.message.offset();
    return switch (random.below(4)) {
      case 0 -> Replay.one(++replays, from);
      case 1 -> new Replay(++replays, from, random.between(from, log.end()), false);
      case 2 -> new Replay(++replays, log.base(), log.end(), true);
      default -> new Replay(++replays, from, log.end(), true);
    };
  }
}
