package io.postrider.server.delivery;

import io.postrider.delivery.DeliveryMachine;
import io.postrider.delivery.DeliveryRules;
import io.postrider.delivery.DeliverySettings;
import io.postrider.delivery.DestinationLimits;
import io.postrider.delivery.Effects;
import io.postrider.delivery.EncodedFailureChunk;
import io.postrider.delivery.QueueBudget;
import io.postrider.delivery.SavedCursor;
import io.postrider.id.DestinationId;
import io.postrider.privacy.HiddenRecords;
import io.postrider.route.ActiveRanges;
import io.postrider.route.Catalog;
import io.postrider.route.Destination;
import io.postrider.route.DestinationSettings;
import io.postrider.route.LogEndOffsets;
import io.postrider.route.Routing;
import io.postrider.route.Webhook;
import io.postrider.server.config.DeliveryConfig;
import io.postrider.server.config.NodeLimits;
import io.postrider.server.delivery.limits.NodeShares;
import io.postrider.server.delivery.stats.AttemptSamples;
import io.postrider.server.delivery.stats.SampleMemory;
import io.postrider.server.tracing.Tracing;
import java.time.Instant;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Applies catalogs on the loops: adds, changes and removes workers. Safe to use from any thread;
 * {@link #apply} must be called on the loop.
 */
final class CatalogApplier {

  private final DeliveryRules rules;
  private final Routing routing;
  private final HiddenRecords hidden;
  private final QueueBudget budget;
  private final SampleMemory samples;
  private final OpenLimit open;
  private final DeliveryMetrics metrics;
  private final ClaimedPartitions claimed;
  private final @Nullable NodeShares shares;
  private final @Nullable AttemptSpans spans;

  /**
   * @param hidden the records in the log that are not sent
   * @param claimed the partitions of this node, with what was saved when it claimed them
   * @param shares what this node may use of limits; null if it has them whole
   * @param tracing null if attempts are not traced
   */
  CatalogApplier(
      DeliveryConfig config,
      NodeLimits limits,
      HiddenRecords hidden,
      QueueBudget budget,
      DeliveryMetrics metrics,
      ClaimedPartitions claimed,
      @Nullable NodeShares shares,
      @Nullable Tracing tracing) {
    this.rules = rules(config, limits);
    this.routing = new Routing(config.historicalAfter());
    this.hidden = hidden;
    this.budget = budget;
    this.samples = new SampleMemory(limits.sampleBytes());
    this.open = new OpenLimit(limits.openDeliveries());
    this.metrics = metrics;
    this.claimed = claimed;
    this.shares = shares;
    this.spans = tracing == null ? null : new AttemptSpans(tracing);
  }

  private static DeliveryRules rules(DeliveryConfig config, NodeLimits limits) {
    DeliveryRules defaults = DeliveryRules.DEFAULT;
    return new DeliveryRules(
        config.retryFirstDelay(),
        config.retryMaxDelay(),
        config.retryWindow(),
        config.probeInterval(),
        defaults.breakerFailures(),
        Math.min(defaults.firstConcurrency(), config.maxConcurrency()),
        config.maxConcurrency(),
        config.maxOpen(),
        config.queueMessages(),
        limits.destinationQueueBytes(config),
        defaults.replayOpen());
  }

  /** Sets how many destinations share the memory for attempt samples and open deliveries. */
  void destinations(int count) {
    samples.divide(count);
    open.divide(count);
  }

  /**
   * Makes a loop serve exactly these destinations of a catalog.
   *
   * @param ends the end of the log, up to which messages were for destinations that are deleted
   */
  void apply(
      DeliveryLoop loop, Catalog catalog, List<Destination> destinations, LogEndOffsets ends) {
    DestinationWorkers workers = loop.workers();
    Set<DestinationId> known = new HashSet<>();
    for (Destination destination : destinations) {
      known.add(destination.id());
      workers
          .find(destination.id())
          .ifPresentOrElse(
              worker -> {
                if (!worker.takeUnchanged(destination, catalog)) {
                  loop.later(worker, () -> worker.apply(destination, catalog, loop.nowMillis()));
                }
              },
              () -> {
                DestinationWorker _ = open(loop, catalog, destination);
              });
    }
    workers.all().forEach(worker -> worker.limits().maxOpen(open.share()));
    for (DestinationWorker worker : List.copyOf(workers.all())) {
      if (!known.contains(worker.id())) {
        workers.remove(worker);
        loop.later(worker, () -> worker.leave(ends, loop.nowMillis()));
        metrics.forget(worker.id());
      }
    }
    workers.index();
  }

  /**
   * Makes all destinations of a loop deliver a partition, unless its claim has ended; on the loop.
   *
   * @return whether the claim has not ended
   */
  boolean open(DeliveryLoop loop, PartitionClaim claim) {
    if (claim.isEnded()) {
      return false;
    }
    LivePartition live = loop.open(claim);
    for (DestinationWorker worker : List.copyOf(loop.workers().all())) {
      loop.later(
          worker,
          () -> {
            if (worker.deliveries().isEmpty()) {
              worker.health().restore(claim.saved().health().get(worker.id()), loop.nowMillis());
            }
            open(worker, live);
            worker.cancelClosed(loop.nowMillis());
          });
    }
    return true;
  }

  /**
   * Ends what destinations had open in a partition that were deleted before it was claimed; on the
   * loop. Which unread messages were for them is not known any more: the ledger shows these ranges
   * as gaps.
   *
   * @return whether the partition is open
   */
  boolean endDeleted(DeliveryLoop loop, Catalog catalog, PartitionClaim claim, LogEndOffsets ends) {
    LivePartition live = loop.partition(claim);
    if (live == null) {
      return false;
    }
    CursorStore.Saved saved = claim.saved();
    Set<DestinationId> deleted = new HashSet<>(saved.cursors().keySet());
    deleted.addAll(saved.failures().keySet());
    deleted.addAll(saved.health().keySet());
    deleted.removeIf(id -> catalog.destination(id).isPresent());
    for (DestinationId id : deleted) {
      DestinationWorker worker = create(loop, catalog, unknown(id));
      worker.health().restore(saved.health().get(id), loop.nowMillis());
      worker.loseRules();
      loop.workers().remove(worker);
      loop.later(worker, () -> open(worker, live));
      loop.later(worker, () -> worker.leave(ends, loop.nowMillis()));
      metrics.forget(id);
    }
    return true;
  }

  /** A destination of which only the ID is left. Nothing is sent to its URL. */
  private static Destination unknown(DestinationId id) {
    Webhook nowhere = new Webhook("http://deleted.invalid/", List.of());
    return new Destination(
        id,
        "",
        true,
        ActiveRanges.NONE,
        new LinkedHashMap<>(),
        DestinationSettings.DEFAULT.withWebhooks(List.of(nowhere)),
        Instant.EPOCH);
  }

  private DestinationWorker open(DeliveryLoop loop, Catalog catalog, Destination destination) {
    DestinationWorker worker = create(loop, catalog, destination);
    claimed.all().stream()
        .flatMap(claim -> claim.savedIfTaken().stream())
        .map(saved -> saved.health().get(destination.id()))
        .filter(Objects::nonNull)
        .findFirst()
        .ifPresent(health -> worker.health().restore(health, loop.nowMillis()));
    loop.later(worker, () -> openPartitions(loop, worker));
    return worker;
  }

  private DestinationWorker create(DeliveryLoop loop, Catalog catalog, Destination destination) {
    DestinationLimits limits =
        new DestinationLimits(
            rules,
            DeliverySettings.of(destination),
            RandomGenerator.getDefault(),
            loop.wallClock());
    if (shares != null) {
      long nowMillis = loop.nowMillis();
      limits.firstShare(shares.first(limits.settings(), nowMillis), nowMillis);
    }
    if (loop.isStopping()) {
      limits.stop();
    }
    AttemptRecorder recorder =
        new AttemptRecorder(
            destination.id(), new AttemptSamples(samples), metrics.of(destination.id()), spans);
    DestinationWorker worker =
        new DestinationWorker(loop, destination, catalog, routing, hidden, limits, recorder);
    loop.workers().add(worker);
    return worker;
  }

  private void openPartitions(DeliveryLoop loop, DestinationWorker worker) {
    for (int partition = 0; partition < loop.partitions(); partition++) {
      LivePartition live = loop.partition(partition);
      if (live != null) {
        open(worker, live);
      }
    }
    worker.cancelClosed(loop.nowMillis());
  }

  /** Delivers a partition to a destination, unless it is delivered; an input. */
  private void open(DestinationWorker worker, LivePartition live) {
    PartitionDelivery present = worker.delivery(live.number());
    if (live.claim().isEnded() || (present != null && present.claim() == live.claim())) {
      return;
    }
    if (present != null) {
      worker.close(present.claim());
    }
    worker.filtered().reset(live.number());
    PartitionDelivery delivery =
        new PartitionDelivery(
            live, worker, new PreparedBodies(budget), effects -> machine(worker, live, effects));
    worker.add(delivery);
  }

  /** A machine at the saved cursor, or at the start of a new destination. */
  private DeliveryMachine machine(DestinationWorker worker, LivePartition live, Effects effects) {
    Destination destination = worker.destination();
    CursorStore.Saved before = live.claim().saved();
    byte[] cursor = before.cursors().get(destination.id());
    List<EncodedFailureChunk> failures =
        before.failures().getOrDefault(destination.id(), List.of());
    long nowMillis = worker.nowMillis();
    if (cursor != null && cursor.length > 0) {
      SavedCursor found = new SavedCursor(cursor, failures, before.clockStepMillis());
      return DeliveryMachine.restore(found, worker.limits(), effects, budget, nowMillis);
    }
    long start = StartPositions.start(destination, live);
    return DeliveryMachine.startAt(start, failures, worker.limits(), effects, budget, nowMillis);
  }
}
