package io.postrider.delivery.simulation;

import io.postrider.delivery.DeliverySettings;
import io.postrider.id.DestinationId;
import io.postrider.id.SourceId;
import io.postrider.route.ActiveRanges;
import io.postrider.route.Destination;
import io.postrider.route.DestinationSettings;
import io.postrider.route.EventRules;
import io.postrider.route.LogEndOffsets;
import io.postrider.route.Webhook;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/**
 * A destination and its settings, as plain fields for the model, and as production types for the
 * driver.
 */
final class SimulatedDestination {

  private final int number;
  private final boolean steady;
  private final List<SourceId> sources;
  private final List<SimulatedReceiver> receivers = new ArrayList<>();
  private final boolean[] connected;
  private final SequencedMap<SourceId, ActiveRanges> connections = new LinkedHashMap<>();
  private final long[] cancelledTo;
  private final Stopwatch paused = new Stopwatch();
  private final Stopwatch pausedWhileUp = new Stopwatch();
  private ActiveRanges enabled = ActiveRanges.NONE;
  private @Nullable Integer maxRate;
  private @Nullable Integer maxConcurrency;
  private boolean pausedNow;
  private boolean blocking;
  private int receiversMade;
  private long urlsChangedAt;
  private long changedAt;

  /**
   * @param steady whether its receivers are always healthy and its settings never change
   */
  SimulatedDestination(int number, boolean steady, List<SourceId> sources, int partitions) {
    this.number = number;
    this.steady = steady;
    this.sources = sources;
    this.connected = new boolean[sources.size()];
    this.cancelledTo = new long[partitions];
    Arrays.fill(cancelledTo, -1);
  }

  int number() {
    return number;
  }

  boolean isSteady() {
    return steady;
  }

  List<SimulatedReceiver> receivers() {
    return receivers;
  }

  /** The common prefix of its URLs. */
  String urlPrefix() {
    return "http://destination" + number + "/";
  }

  String newUrl() {
    return urlPrefix() + receiversMade++;
  }

  /** When its URLs were last changed. */
  long urlsChangedAt() {
    return urlsChangedAt;
  }

  void urlsChanged(long nowMillis) {
    urlsChangedAt = nowMillis;
  }

  /** When any setting was last changed. */
  long changedAt() {
    return changedAt;
  }

  void changed(long nowMillis) {
    changedAt = nowMillis;
  }

  /** Whether a message of a source that is accepted now is for it. */
  boolean takes(int source) {
    return enabled.isOpen() && connected[source];
  }

  boolean isConnected(int source) {
    return connected[source];
  }

  void connect(int source, LogEndOffsets ends) {
    connected[source] = true;
    SourceId id = sources.get(source);
    connections.put(id, connections.getOrDefault(id, ActiveRanges.NONE).opened(ends));
  }

  void disconnect(int source, LogEndOffsets ends) {
    connected[source] = false;
    connections.computeIfPresent(sources.get(source), (id, old) -> old.closed(ends));
  }

  boolean isEnabled() {
    return enabled.isOpen();
  }

  void enable(LogEndOffsets ends) {
    enabled = enabled.opened(ends);
  }

  void disable(LogEndOffsets ends) {
    enabled = enabled.closed(ends);
    for (int partition = 0; partition < cancelledTo.length; partition++) {
      cancelledTo[partition] = ends.at(partition);
    }
  }

  /** Pending messages before this offset are cancelled; -1 for none. */
  long cancelledTo(int partition) {
    return cancelledTo[partition];
  }

  boolean isPaused() {
    return pausedNow;
  }

  void pause(boolean wanted, boolean processUp, long nowMillis) {
    pausedNow = wanted;
    if (wanted) {
      paused.start(nowMillis);
    }
    process(processUp, nowMillis);
  }

  /** The process started or stopped. */
  void process(boolean up, long nowMillis) {
    if (up && !pausedNow) {
      paused.stop(nowMillis); // nobody noticed before
    }
    if (up && pausedNow) {
      pausedWhileUp.start(nowMillis);
    } else {
      pausedWhileUp.stop(nowMillis);
    }
  }

  /** The process died and lost all pauses after a time. */
  void forgetPausesAfter(long millis) {
    pausedWhileUp.forgetAfter(millis);
  }

  /** The total time of pauses that the process knows. */
  long pausedMillis(long nowMillis) {
    return paused.total(nowMillis);
  }

  /** The total time of pauses while a process was running. */
  long pausedWhileUpMillis(long nowMillis) {
    return pausedWhileUp.total(nowMillis);
  }

  boolean isBlocking() {
    return blocking;
  }

  void block(boolean wanted) {
    blocking = wanted;
  }

  EventRules events() {
    return blocking
        ? EventRules.NONE.decided(MessageGenerator.BLOCKABLE_EVENT, false)
        : EventRules.NONE;
  }

  @Nullable Integer maxRate() {
    return maxRate;
  }

  @Nullable Integer maxConcurrency() {
    return maxConcurrency;
  }

  void limit(@Nullable Integer rate, @Nullable Integer concurrency) {
    maxRate = rate;
    maxConcurrency = concurrency;
  }

  DeliverySettings settings() {
    return DeliverySettings.of(configured());
  }

  Destination configured() {
    List<Webhook> webhooks =
        receivers.stream().map(receiver -> new Webhook(receiver.url(), List.of())).toList();
    return new Destination(
        new DestinationId(number + 1),
        "destination " + number,
        pausedNow,
        enabled,
        connections,
        DestinationSettings.DEFAULT
            .withWebhooks(webhooks)
            .withMaxRate(maxRate)
            .withMaxConcurrency(maxConcurrency),
        Instant.EPOCH);
  }

  @Override
  public String toString() {
    return "destination " + number;
  }
}
