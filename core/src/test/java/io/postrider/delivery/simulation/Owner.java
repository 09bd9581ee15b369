package io.postrider.delivery.simulation;

import io.postrider.delivery.DeliveryMachine;
import io.postrider.delivery.Replay;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Somebody who keeps changing his mind about destinations. */
final class Owner {

  private static final int MOST_URLS = 5;

  private final World world;
  private long replays;

  Owner(World world) {
    this.world = world;
  }

  private void change(Consumer<Site> how) {
    List<Site> sites = world.sites();
    Site site = sites.get(world.dice().between(1, sites.size() - 1));
    how.accept(site);
  }

  void changeUrls() {
    change(
        site -> {
          Dice dice = world.dice();
          List<Receiver> receivers = site.receivers();
          if (receivers.size() < MOST_URLS && dice.chance(0.5)) {
            Receiver added = world.newReceiver(site);
            receivers.add(dice.below(receivers.size() + 1), added);
            world.trace("%s gets %s", site, added.url());
          } else if (receivers.size() > 1 && dice.chance(0.7)) {
            vanish(site, receivers.remove(dice.below(receivers.size())));
          } else {
            int place = dice.below(receivers.size());
            Receiver added = world.newReceiver(site);
            vanish(site, receivers.set(place, added));
            world.trace("%s gets %s", site, added.url());
          }
          site.urlsChanged(world.now());
          world.reconfigured(site);
        });
  }

  private void vanish(Site site, Receiver receiver) {
    world.trace("%s loses %s", site, receiver.url());
    for (Ledger ledger : world.ledgers(site)) {
      ledger.urlVanished(receiver.url());
    }
  }

  void changeLimits() {
    change(
        site -> {
          Dice dice = world.dice();
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

  private void pause(Site site, boolean wanted) {
    world.trace("%s is %s", site, wanted ? "paused" : "resumed");
    site.pause(wanted, world.process() != null, world.now());
    world.reconfigured(site);
  }

  void disable() {
    change(
        site -> {
          world.trace("%s is disabled at %s", site, world.ends().offsets());
          site.disable(world.ends());
          Process process = world.process();
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
          int source = world.dice().below(People.SOURCES.size());
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
    Process process = world.process();
    if (process == null) {
      return;
    }
    change(
        site -> {
          Dice dice = world.dice();
          Lane lane = dice.pick(process.lanes(site));
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
              throw new Violation("OneReplayAtATime", lane + " took " + replay + ": " + taken);
            }
          }
          process.handled(site);
        });
  }

  private @Nullable Replay newReplay(Lane lane) {
    Dice dice = world.dice();
    SimulatedLog log = lane.ledger().log();
    if (log.end() == log.base()) {
      return null;
    }
    long from = dice.between(log.base(), log.end() - 1);
    return switch (dice.below(4)) {
      case 0 -> Replay.one(++replays, from);
      case 1 -> new Replay(++replays, from, dice.between(from, log.end()), false);
      case 2 -> new Replay(++replays, log.base(), log.end(), true);
      default -> new Replay(++replays, from, log.end(), true);
    };
  }
}
