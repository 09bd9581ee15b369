package io.postrider.server.delivery;

import io.postrider.delivery.DeliverySettings;
import io.postrider.delivery.DestinationLimits;
import io.postrider.delivery.Round;
import io.postrider.id.DestinationId;
import io.postrider.message.RecordView;
import io.postrider.privacy.HiddenRecords;
import io.postrider.route.ActiveRanges;
import io.postrider.route.Catalog;
import io.postrider.route.Destination;
import io.postrider.route.LogEndOffsets;
import io.postrider.route.Routing;
import io.postrider.route.RoutingDecision;
import io.postrider.server.delivery.reader.Block;
import io.postrider.server.delivery.reader.ReadRequest;
import io.postrider.server.delivery.reader.RecordSelection;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Delivers to one destination: has a delivery per partition, the limits they share, and the HTTP
 * client. Belongs to its loop.
 */
public final class DestinationWorker extends TimerQueue.Timed {

  private static final Logger LOG = LoggerFactory.getLogger(DestinationWorker.class);
  private static final String DELETED_USER = "deleted_user";

  /** The memory of a record that is read again. */
  private static final int READ_BYTES = 16 * 1024;

  private final DestinationId id;
  private final DeliveryLoop loop;
  private final Routing routing;
  private final HiddenRecords hidden;
  private final DestinationLimits limits;
  private final List<PartitionDelivery> deliveries = new ArrayList<>();
  private final CursorRows cursors = new CursorRows(this);
  private final AttemptRecorder recorder;
  private final FilteredMessages filtered;
  private final HealthTracker health;
  private final DeliveryTally tally;
  private final RoundSender sender;
  private Destination destination;
  private Catalog catalog;
  private DestinationSelection selection;
  private DestinationSelection replaySelection;
  private WebhookRequests requests;
  private @Nullable Block touchedBy;

  /** The requests in flight and the records being read again. */
  private int users;

  private boolean rulesLost;
  private boolean dirty;
  private boolean retired;

  DestinationWorker(
      DeliveryLoop loop,
      Destination destination,
      Catalog catalog,
      Routing routing,
      HiddenRecords hidden,
      DestinationLimits limits,
      AttemptRecorder recorder) {
    this.id = destination.id();
    this.loop = loop;
    this.destination = destination;
    this.catalog = catalog;
    this.limits = limits;
    this.requests = new WebhookRequests(id, destination.settings());
    this.routing = routing;
    this.hidden = hidden;
    this.recorder = recorder;
    this.tally = new DeliveryTally(id, recorder.counters());
    this.sender = new RoundSender(this, loop.client());
    this.health = new HealthTracker(id, limits, recorder);
    this.filtered = new FilteredMessages(recorder.counters(), hidden, loop.partitions());
    this.selection = DestinationSelection.accepted(destination, catalog, routing, filtered);
    this.replaySelection = DestinationSelection.today(destination, catalog, routing);
  }

  void add(PartitionDelivery delivery) {
    deliveries.add(delivery);
    cursors.add(delivery.row());
  }

  /** Ends the delivery of a partition, if there is one; requests in flight are still counted. */
  void close(PartitionClaim claim) {
    cursors.remove(claim);
    for (PartitionDelivery delivery : List.copyOf(deliveries)) {
      if (delivery.claim() == claim) {
        deliveries.remove(delivery);
        delivery.retire();
        tally.forgetReplays(claim.partition());
      }
    }
  }

  /** The delivery of a partition; null if this node does not deliver it. */
  @Nullable PartitionDelivery delivery(int partition) {
    for (int i = 0; i < deliveries.size(); i++) {
      if (deliveries.get(i).partition() == partition) {
        return deliveries.get(i);
      }
    }
    return null;
  }

  /** The ID of the destination; any thread may call it. */
  public DestinationId id() {
    return id;
  }

  /** The partitions that this node delivers. */
  public List<PartitionDelivery> deliveries() {
    return deliveries;
  }

  /** Its saved cursors; of partitions that it delivers, or would without a bug. */
  CursorRows cursors() {
    return cursors;
  }

  Destination destination() {
    return destination;
  }

  /** Whether an audience or a computed trait sends to it. */
  boolean isComputed() {
    return catalog.isComputedFor(id);
  }

  DestinationLimits limits() {
    return limits;
  }

  AttemptRecorder recorder() {
    return recorder;
  }

  HealthTracker health() {
    return health;
  }

  DestinationSelection selection() {
    return selection;
  }

  /** What builds its requests, with the settings that are in force. */
  WebhookRequests requests() {
    return requests;
  }

  /** The selection of a replay; of cancelled messages, only those that were for the destination. */
  RecordSelection replaySelection(boolean onlyRouted) {
    return onlyRouted ? replaySelection.acceptedOnly() : replaySelection;
  }

  DeliveryLoop loop() {
    return loop;
  }

  public long nowMillis() {
    return loop.nowMillis();
  }

  long wallMillis() {
    return loop.wallMillis();
  }

  /** Whether its machines accept inputs. */
  boolean isRunning() {
    return !retired && !cursors.isStopped();
  }

  @Override
  long wakeAtMillis() {
    return isRunning() ? limits.nextWakeUp() : Long.MAX_VALUE;
  }

  /** Runs an input on the loop after the present one. Any thread may call it. */
  public void later(Runnable input) {
    loop.later(this, input);
  }

  /** Runs an input of one of the machines. A bug stops this destination and no other. */
  void run(Runnable input) {
    if (!isRunning()) {
      return;
    }
    try {
      input.run();
    } catch (RuntimeException bug) {
      cursors.stop();
      LOG.atError()
          .setCause(bug)
          .addKeyValue("destination", id)
          .log("A bug stopped the delivery to a destination; a restart resumes it.");
    }
  }

  /** Marks the worker for a block; returns false if it was marked before. */
  boolean touch(Block block) {
    boolean first = touchedBy != block;
    touchedBy = block;
    return first;
  }

  void take(Block block, long nowMillis) {
    touchedBy = null;
    PartitionDelivery delivery = delivery(block.partition());
    if (delivery != null) {
      delivery.take(block, nowMillis);
    }
  }

  /**
   * Takes over a catalog in which nothing changed for this destination. Not an input, but no input
   * of the worker may be waiting.
   *
   * @return whether it was taken over; otherwise it must be applied
   */
  boolean takeUnchanged(Destination destination, Catalog newer) {
    if (!newer.isUnchangedSince(catalog, destination)) {
      return false;
    }
    catalog = newer;
    return true;
  }

  /** Applies a catalog; an input. A changed setting, or resuming, tries everything at once. */
  void apply(Destination changed, Catalog catalog, long nowMillis) {
    Destination before = destination;
    destination = changed;
    this.catalog = catalog;
    selection = DestinationSelection.accepted(changed, catalog, routing, filtered);
    replaySelection = DestinationSelection.today(changed, catalog, routing);
    if (changed.equals(before)) {
      return;
    }
    boolean differs = !before.settings().equals(changed.settings());
    if (differs) {
      requests = new WebhookRequests(id, changed.settings());
    }
    DeliverySettings settings = DeliverySettings.of(changed);
    if (deliveries.isEmpty()) {
      limits.apply(settings, nowMillis); // partitions may be claimed later
    }
    deliveries.forEach(delivery -> delivery.machine().apply(settings, nowMillis));
    if (!before.enabled().equals(changed.enabled())) {
      cancelClosed(nowMillis);
    }
    boolean resumed = before.paused() && !changed.paused();
    boolean enabled = !before.isEnabled() && changed.isEnabled();
    if (differs || resumed || enabled) {
      limits.tryNow(nowMillis);
    }
  }

  /** Cancels what was open when the destination was last disabled; an input. */
  void cancelClosed(long nowMillis) {
    LogEndOffsets closedAt = null;
    for (ActiveRanges.Range range : destination.enabled().ranges()) {
      if (range.to() != null) {
        closedAt = range.to();
      }
    }
    if (closedAt != null) {
      for (PartitionDelivery delivery : deliveries) {
        delivery.machine().cancel(closedAt.at(delivery.partition()), nowMillis);
      }
    }
  }

  /**
   * Cancels all that a deleted destination has not delivered; an input. Requests in flight finish.
   *
   * @param ends the end of the log: later messages are not for it
   */
  void leave(LogEndOffsets ends, long nowMillis) {
    apply(destination.closed(ends), catalog, nowMillis);
    for (PartitionDelivery delivery : deliveries) {
      delivery.machine().cancel(ends.at(delivery.partition()), nowMillis);
    }
  }

  /** The destination was deleted before a restart: nobody knows which messages were for it. */
  void loseRules() {
    rulesLost = true;
  }

  boolean hasRules() {
    return !rulesLost;
  }

  /** Whether nothing is open or in flight, and every end is recorded. */
  boolean isIdle() {
    boolean settled = deliveries.stream().allMatch(delivery -> delivery.machine().isSettled());
    return !isRunning() || (users == 0 && settled);
  }

  /** Posts a round: one body, signed once, to all its URLs. */
  void post(PartitionDelivery delivery, Round round) {
    sender.post(delivery, round);
  }

  /** A request begins, or a record is read again. */
  void useMemory(int bytes) {
    users++;
    loop.useMemory(bytes);
  }

  void giveMemory(int bytes) {
    users--;
    loop.useMemory(-bytes);
  }

  /** Whether there is memory for one more request; always if this destination uses none. */
  boolean hasRoom() {
    return users == 0 || loop.hasRoom();
  }

  /** Reads a record again; calls back on the loop. */
  void read(int partition, long offset, Consumer<@Nullable RecordView> answer) {
    useMemory(READ_BYTES);
    loop.read(
        new ReadRequest(
            partition,
            offset,
            record ->
                loop.execute(
                    () -> {
                      giveMemory(READ_BYTES);
                      later(() -> answer.accept(record));
                    })));
  }

  boolean hides(int partition, long offset, RecordView record) {
    return hidden.hides(partition, offset, record);
  }

  boolean isDeleted(int partition, long offset, RecordView record) {
    return hidden.deletes(partition, offset, record);
  }

  /** What forbids to send a message that waited, which is counted; null if nothing does. */
  @Nullable String filter(int partition, long offset, RecordView record) {
    if (hides(partition, offset, record)) {
      filtered.hidden();
      return DELETED_USER;
    }
    RoutingDecision decision = selection.decision(record);
    if (decision == RoutingDecision.DELIVER) {
      return null;
    }
    filtered.dropped(decision);
    return selection.reason(decision, record);
  }

  /** What forbids to send a message of a replay; null if nothing does. */
  @Nullable String replayFilter(int partition, long offset, RecordView record) {
    if (hides(partition, offset, record)) {
      return DELETED_USER;
    }
    return replaySelection.takes(partition, offset, record)
        ? null
        : replaySelection.reason(replaySelection.decision(record), record);
  }

  FilteredMessages filtered() {
    return filtered;
  }

  /** What has ended and is not saved yet. */
  public DeliveryTally tally() {
    return tally;
  }

  boolean isRetired() {
    return retired;
  }

  /** Marks the worker as changed; returns whether it was not marked before. */
  boolean markDirty() {
    boolean first = !dirty;
    dirty = true;
    return first;
  }

  void clean() {
    dirty = false;
  }

  /** Ends the worker; requests in flight are still counted. */
  void retire() {
    if (!retired) {
      retired = true;
      deliveries.forEach(PartitionDelivery::retire);
      sender.close();
    }
  }
}
