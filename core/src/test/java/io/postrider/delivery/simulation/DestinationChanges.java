package io.postrider.delivery.simulation;

import io.postrider.delivery.DeliveryMachine;
import io.postrider.delivery.Replay;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Somebody who keeps changing his mind about destinations. */
final class DestinationChanges {

  private static final int MOST_URLS = 5;

  private final SimulatedWorld world;
  private final Map<SimulatedDestination, SimulatedReceiver> gone = new HashMap<>();
  private long replays;

  DestinationChanges(SimulatedWorld world) {
    this.world = world;
  }

  private void change(Consumer<SimulatedDestination> how) {
    List<SimulatedDestination> sites = world.sites();
    SimulatedDestination site = sites.get(world.dice().between(1, sites.size() - 1));
    how.accept(site);
  }

  void changeUrls() {
    change(
        site -> {
          SimulationRandom dice = world.dice();
          List<SimulatedReceiver> receivers = site.receivers();
          if (receivers.size() < MOST_URLS && dice.chance(0.5)) {
            SimulatedReceiver added = another(site);
            receivers.add(dice.below(receivers.size() + 1), added);
            world.trace("%s gets %s", site, added.url());
          } else if (receivers.size() > 1 && dice.chance(0.7)) {
            vanish(site, receivers.remove(dice.below(receivers.size())));
          } else {
            int place = dice.below(receivers.size());
            SimulatedReceiver added = another(site);
            vanish(site, receivers.set(place, added));
            world.trace("%s gets %s", site, added.url());
          }
          site.urlsChanged(world.now());
          world.reconfigured(site);
        });
  }

  /** A new URL, or one that was taken out before. */
  private SimulatedReceiver another(SimulatedDestination site) {
    SimulatedReceiver back = gone.remove(site);
    if (back != null && world.dice().chance(0.5)) {
      return back;
    }
    return world.newReceiver(site);
  }

  private void vanish(SimulatedDestination site, SimulatedReceiver receiver) {
    gone.put(site, receiver);
    world.trace("%s loses %s", site, receiver.url());
    for (PartitionModel ledger : world.ledgers(site)) {
      ledger.urlVanished(receiver.url());
    }
  }

  void changeLimits() {
    change(
        site -> {
          SimulationRandom dice = world.dice();
          Integer rate = dice.chance(0.5) ? null : Integer.valueOf(dice.between(1, 50));
          Integer concurrency = dice.chance(0.5) ? null : Integer.valueOf(dice.between(1, 6));
          world.trace("%s is limited to %s/s, %s at once", site, rate, concurrency);
          site.limit(rate, concurrency);
          world.reconfigured(site);
        });
  }

  void pause() {
    change(
        site -> {
          pause(site, true);
          world
              .time()
              .after(world.dice().magnitude(1_000, 2 * 3_600_000), () -> pause(site, false));
        });
  }

  private void pause(SimulatedDestination site, boolean wanted) {
    world.trace("%s is %s", site, wanted ? "paused" : "resumed");
    site.pause(wanted, world.process() != null, world.now());
    world.reconfigured(site);
  }

  void disable() {
    change(
        site -> {
          world.trace("%s is disabled at %s", site, world.ends().offsets());
          site.disable(world.ends());
          SimulatedProcess process = world.process();
          if (process != null) {
            process.disabled(site);
          }
          world
              .time()
              .after(
                  world.dice().magnitude(1_000, 3_600_000),
                  () -> {
                    world.trace("%s is enabled at %s", site, world.ends().offsets());
                    site.enable(world.ends());
                    world.reconfigured(site);
                  });
        });
  }

  void changeConnection() {
    change(
        site -> {
          int source = world.dice().below(MessageGenerator.SOURCES.size());
          if (site.isConnected(source)) {
            site.disconnect(source, world.ends());
          } else {
            site.connect(source, world.ends());
          }
          world.trace("%s has source %d: %s", site, source, site.isConnected(source));
          world.reconfigured(site);
        });
  }

  void changeFilter() {
    change(
        site -> {
          site.block(!site.isBlocking());
          world.trace("%s blocks: %s", site, site.isBlocking());
          world.reconfigured(site);
        });
  }

  /** Asks for a replay, or gives one up. */
  void replay() {
    SimulatedProcess process = world.process();
    if (process == null) {
      return;
    }
    change(
        site -> {
          SimulationRandom dice = world.dice();
          MachineDriver lane = dice.pick(process.lanes(site));
          DeliveryMachine machine = lane.machine();
          if (machine.replay() != null && dice.chance(0.3)) {
            world.trace("%s: replay cancelled", lane);
            machine.cancelReplay(world.now());
          } else {
            Replay replay = newReplay(lane);
            if (replay == null) {
              return;
            }
            boolean running = machine.replay() != null;
            boolean taken = machine.startReplay(replay, world.now());
            world.trace("%s: %s: %s", lane, replay, taken);
            if (taken == running) {
              throw new InvariantViolation(
                  "OneReplayAtATime", lane + " took " + replay + ": " + taken);
            }
          }
          process.handled(site);
        });
  }

  private @Nullable Replay newReplay(MachineDriver lane) {
    SimulationRandom dice = world.dice();
    SimulatedLog log = lane.ledger().log();
    if (log.end() == log.base()) {
      return null;
    }
    // people ask for what they see hanging, too
    ModelDelivery hanging = dice.chance(0.3) ? lane.ledger().oldestUnsettled() : null;
    long from =
        hanging == null ? dice.between(log.base(), log.end() - 1) : hanging.message.offset();
    return switch (dice.below(4)) {
      case 0 -> Replay.one(++replays, from);
      case 1 -> new Replay(++replays, from, dice.between(from, log.end()), false);
      case 2 -> new Replay(++replays, log.base(), log.end(), true);
      default -> new Replay(++replays, from, log.end(), true);
    };
  }
}
