package io.postrider.server.delivery;

import io.postrider.delivery.Attempt;
import io.postrider.delivery.DeliverySettings;
import io.postrider.delivery.DestinationLimits;
import io.postrider.delivery.FailureReason;
import io.postrider.delivery.FinalStatus;
import io.postrider.delivery.Outcome;
import io.postrider.delivery.ReplayProgress;
import io.postrider.delivery.Round;
import io.postrider.id.DestinationId;
import io.postrider.message.RecordView;
import io.postrider.route.ActiveRanges;
import io.postrider.route.Catalog;
import io.postrider.route.Destination;
import io.postrider.route.LogEndOffsets;
import io.postrider.route.Routing;
import io.postrider.route.Webhook;
import io.postrider.server.delivery.client.WebhookClient;
import io.postrider.server.delivery.client.WebhookRequest;
import io.postrider.server.delivery.client.WebhookTarget;
import io.postrider.server.delivery.reader.Block;
import io.postrider.server.delivery.reader.RecordSelection;
import io.postrider.server.delivery.replay.EndedReplay;
import io.postrider.server.delivery.stats.DeliveryCounts;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One destination on its loop: its lanes, one for each partition, and what they share. Belongs to
 * the loop.
 */
public final class DestinationWorker extends TimerQueue.Sleeper {

  /** How many messages join a lane at once when it becomes level again. */
  static final int MOST_AT_ONCE = 4_096;

  static final long REPLAY_BYTES = 1 << 20;

  private static final Logger LOG = LoggerFactory.getLogger(DestinationWorker.class);
  private static final Outcome UNUSABLE =
      new Outcome.Refused(FailureReason.ADDRESS_REFUSED, 0, "Nobody can post to this URL.");

  private final DestinationId id;
  private final DeliveryLoop loop;
  private final WebhookClient client;
  private final DestinationLimits gates;
  private final List<PartitionDelivery> lanes = new ArrayList<>();
  private final AttemptRecorder watch;
  private final List<EndedReplay> endedReplays = new ArrayList<>();
  private DeliveryCounts tally = new DeliveryCounts();
  private Destination destination;
  private DestinationSelection selection;
  private DestinationSelection replaySelection;
  private WebhookRequests requests;
  private @Nullable Block touchedBy;
  private boolean dirty;
  private boolean broken;
  private boolean retired;

  DestinationWorker(
      DeliveryLoop loop, Destination destination, Catalog catalog, DestinationLimits gates) {
    this.id = destination.id();
    this.loop = loop;
    this.destination = destination;
    this.gates = gates;
    this.client = loop.client();
    this.requests = new WebhookRequests(destination.settings());
    this.watch = new AttemptRecorder(destination, loop.parts());
    Routing routing = loop.parts().routing();
    this.selection = DestinationSelection.accepted(destination, catalog, routing);
    this.replaySelection = DestinationSelection.today(destination, catalog, routing);
  }

  void add(PartitionDelivery lane) {
    lanes.add(lane);
  }

  /** Which destination it is; any thread may ask. */
  public DestinationId id() {
    return id;
  }

  public List<PartitionDelivery> lanes() {
    return lanes;
  }

  Destination destination() {
    return destination;
  }

  DestinationLimits gates() {
    return gates;
  }

  AttemptRecorder watch() {
    return watch;
  }

  DestinationSelection selection() {
    return selection;
  }

  /** What a replay takes; of what was cancelled, only what was meant for the destination. */
  RecordSelection replaySelection(boolean onlyMeant) {
    return onlyMeant ? replaySelection.ofWhatWasMeant() : replaySelection;
  }

  RecordFetcher reading() {
    return loop.reading();
  }

  public long nowMillis() {
    return loop.nowMillis();
  }

  /** Whether its machines take inputs. */
  boolean isRunning() {
    return !retired && !broken;
  }

  @Override
  long wakeAtMillis() {
    return isRunning() ? gates.nextWakeUp() : Long.MAX_VALUE;
  }

  /** Has an input run on the loop, once the present one is over. Any thread may call it. */
  public void later(Runnable input) {
    loop.later(this, input);
  }

  /** Runs an input of one of the machines; a bug in one must not end the others. */
  void run(Runnable input) {
    if (!isRunning()) {
      return;
    }
    try {
      input.run();
    } catch (RuntimeException bug) {
      broken = true;
      LOG.atError()
          .setCause(bug)
          .addKeyValue("destination", id)
          .log("Delivering to a destination has stopped by a bug; a restart goes on from its log.");
    }
  }

  /** Whether this is the first time that a block asks. */
  boolean touch(Block block) {
    boolean first = touchedBy != block;
    touchedBy = block;
    return first;
  }

  void take(Block block, long nowMillis) {
    touchedBy = null;
    lanes.get(block.partition()).take(block, nowMillis);
  }

  /** Brings a catalog into force; an input. */
  void apply(Destination changed, Catalog catalog, long nowMillis) {
    Destination before = destination;
    destination = changed;
    Routing routing = loop.parts().routing();
    selection = DestinationSelection.accepted(changed, catalog, routing);
    replaySelection = DestinationSelection.today(changed, catalog, routing);
    if (changed.equals(before)) {
      return;
    }
    if (!before.settings().equals(changed.settings())) {
      requests = new WebhookRequests(changed.settings());
    }
    watch.apply(changed);
    DeliverySettings plan = DeliverySettings.of(changed);
    lanes.forEach(lane -> lane.machine().apply(plan, nowMillis));
    if (!before.enabled().equals(changed.enabled())) {
      cancelClosed(nowMillis);
    }
  }

  /** Cancels what was still pending when the destination was last disabled; an input. */
  void cancelClosed(long nowMillis) {
    LogEndOffsets closedAt = null;
    for (ActiveRanges.Range span : destination.enabled().ranges()) {
      if (span.to() != null) {
        closedAt = span.to();
      }
    }
    if (closedAt != null) {
      for (PartitionDelivery lane : lanes) {
        lane.machine().cancel(closedAt.at(lane.partition()), nowMillis);
      }
    }
  }

  /** Posts a round: one body, signed once, for all URLs that take part. */
  void post(PartitionDelivery lane, Round round) {
    if (round.number() > 1) {
      tally.retried();
    }
    WebhookRequests.Content content = requests.content(round.record(), nowMillis());
    List<Attempt> attempts = round.attempts();
    for (int i = 0; i < attempts.size(); i++) {
      send(lane, round.number(), attempts.get(i), content);
    }
  }

  private void send(
      PartitionDelivery lane, int round, Attempt attempt, WebhookRequests.Content content) {
    WebhookTarget target = requests.target(attempt.urlIndex());
    if (target == null) {
      later(() -> lane.ended(attempt, UNUSABLE, nowMillis()));
      return;
    }
    loop.began();
    List<Webhook.Header> fixed = requests.staticHeaders(attempt.urlIndex());
    client.post(
        new WebhookRequest(target, content.headers(), content.body()),
        result -> {
          loop.finished();
          tally.attempted(result.latencyNanos() / 1_000);
          if (isRunning() && watch.attempted(attempt, result, nowMillis())) {
            watch.show(
                new AttemptRecorder.Exchange(lane, round, attempt, fixed, content, result),
                nowMillis());
          }
          later(() -> lane.ended(attempt, result.outcome(), nowMillis()));
        });
  }

  boolean hides(int partition, long offset, RecordView record) {
    return loop.parts().hidden().hides(partition, offset, record);
  }

  boolean passes(RecordView record) {
    return selection.passes(record);
  }

  void done(FinalStatus fate, boolean replay) {
    switch (fate) {
      case DELIVERED -> tally.delivered();
      case FAILED, EXPIRED -> {
        if (!replay) {
          tally.failed(1);
        }
      }
      case CANCELLED, SUPERSEDED, FILTERED -> {}
    }
    watch.done(fate);
  }

  void lost(int partition, long fromOffset, long toOffset) {
    watch.lost(toOffset - fromOffset);
    LOG.atError()
        .addKeyValue("destination", id)
        .addKeyValue("partition", partition)
        .addKeyValue("from", fromOffset)
        .addKeyValue("to", toOffset)
        .log("Messages were removed from the log before they were delivered.");
  }

  void replayEnded(int partition, ReplayProgress progress) {
    endedReplays.add(new EndedReplay(id, partition, progress, Instant.ofEpochMilli(nowMillis())));
  }

  /** The replays that have ended, until that is kept. */
  public List<EndedReplay> endedReplays() {
    return List.copyOf(endedReplays);
  }

  void endKept(EndedReplay ended) {
    endedReplays.remove(ended);
  }

  /** What was counted since the last time. */
  public DeliveryCounts takeTally() {
    DeliveryCounts taken = tally;
    tally = new DeliveryCounts();
    return taken;
  }

  public boolean hasTally() {
    return !tally.isEmpty();
  }

  /** Notes that something may have to be kept; answers whether that is news. */
  boolean soil() {
    boolean news = !dirty;
    dirty = true;
    return news;
  }

  void clean() {
    dirty = false;
  }

  /** Ends all lanes; requests under way are still counted. */
  void retire() {
    if (!retired) {
      retired = true;
      lanes.forEach(lane -> lane.machine().retire());
      client.close();
    }
  }
}
