package io.postrider.delivery.simulation;

import java.util.ArrayList;
import java.util.List;

/** The attempts of one delivery, live or in a replay, as the world observed them. */
final class DeliveryHistory {

  /** The attempts at one URL. */
  static final class AtUrl {
    final String url;
    int running;
    boolean refused;
    long backedOffUntil = Long.MIN_VALUE;
    long failedAt = Long.MIN_VALUE;
    long askedUntil = Long.MIN_VALUE;
    long stamp;

    AtUrl(String url) {
      this.url = url;
    }
  }

  final List<AtUrl> urls = new ArrayList<>(2);
  final long firstRoundAtMillis;
  final long stamp;
  final long pausedBefore;
  final long pausedWhileUpBefore;
  private final List<Long> rounds = new ArrayList<>(2);

  DeliveryHistory(long firstRoundAtMillis, long stamp, SimulatedDestination destination) {
    this.firstRoundAtMillis = firstRoundAtMillis;
    this.stamp = stamp;
    this.pausedBefore = destination.pausedMillis(firstRoundAtMillis);
    this.pausedWhileUpBefore = destination.pausedWhileUpMillis(firstRoundAtMillis);
  }

  int rounds() {
    return rounds.size();
  }

  void roundBegan(long stamp) {
    rounds.add(stamp);
  }

  AtUrl at(String url) {
    for (AtUrl known : urls) {
      if (known.url.equals(url)) {
        return known;
      }
    }
    AtUrl added = new AtUrl(url);
    urls.add(added);
    return added;
  }

  boolean isRunning() {
    for (AtUrl known : urls) {
      if (known.running > 0) {
        return true;
      }
    }
    return false;
  }

  boolean refusedBy(List<SimulatedReceiver> receivers) {
    for (SimulatedReceiver receiver : receivers) {
      if (!at(receiver.url()).refused) {
        return false;
      }
    }
    return true;
  }

  /** The process died: forgets what was not saved. */
  void revert(long stamp) {
    rounds.removeIf(began -> began > stamp);
    boolean wasRunning = isRunning();
    for (AtUrl known : urls) {
      known.running = 0;
      if (wasRunning) {
        known.backedOffUntil = Long.MIN_VALUE; // a round that was cut off begins anew
      }
      if (known.stamp > stamp) {
        known.refused = false;
        known.backedOffUntil = Long.MIN_VALUE;
        known.askedUntil = Long.MIN_VALUE;
      }
    }
  }
}
