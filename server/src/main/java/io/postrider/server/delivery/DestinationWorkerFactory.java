package io.postrider.server.delivery;

import io.postrider.delivery.DeliveryMachine;
import io.postrider.delivery.DeliveryRules;
import io.postrider.delivery.DeliverySettings;
import io.postrider.delivery.DestinationLimits;
import io.postrider.delivery.Effects;
import io.postrider.delivery.EncodedFailureChunk;
import io.postrider.delivery.QueueBudget;
import io.postrider.privacy.HiddenRecords;
import io.postrider.route.Catalog;
import io.postrider.route.Destination;
import io.postrider.route.Routing;
import io.postrider.server.delivery.stats.AttemptSamples;
import io.postrider.server.delivery.stats.SampleMemory;
import java.util.List;
import java.util.random.RandomGenerator;

/** Creates the workers of all loops and their machines. Safe to use from any thread. */
final class DestinationWorkerFactory {

  private final DeliveryRules rules;
  private final Routing routing;
  private final HiddenRecords hidden;
  private final QueueBudget budget;
  private final SampleMemory samples;
  private final DeliveryMetrics metrics;

  /**
   * @param hidden the records in the log that are not sent
   */
  DestinationWorkerFactory(
      DeliveryRules rules,
      Routing routing,
      HiddenRecords hidden,
      QueueBudget budget,
      SampleMemory samples,
      DeliveryMetrics metrics) {
    this.rules = rules;
    this.routing = routing;
    this.hidden = hidden;
    this.budget = budget;
    this.samples = samples;
    this.metrics = metrics;
  }

  /** Sets how many destinations share the memory for attempt samples. */
  void destinations(int count) {
    samples.divide(count);
  }

  /** A worker on a loop, without partitions. */
  DestinationWorker create(DeliveryLoop loop, Destination destination, Catalog catalog) {
    DestinationLimits limits =
        new DestinationLimits(
            rules, DeliverySettings.of(destination), RandomGenerator.getDefault());
    if (loop.isStopping()) {
      limits.stop();
    }
    AttemptRecorder recorder =
        new AttemptRecorder(destination, new AttemptSamples(samples), metrics.of(destination.id()));
    return new DestinationWorker(loop, destination, catalog, routing, hidden, limits, recorder);
  }

  /** A machine with a saved cursor. */
  DeliveryMachine restore(
      DestinationWorker worker,
      byte[] cursor,
      List<EncodedFailureChunk> failures,
      Effects effects) {
    return DeliveryMachine.restore(
        cursor, failures, worker.limits(), effects, budget, worker.nowMillis());
  }

  /** A machine that starts at an offset. */
  DeliveryMachine startAt(
      DestinationWorker worker, long offset, List<EncodedFailureChunk> failures, Effects effects) {
    return DeliveryMachine.startAt(
        offset, failures, worker.limits(), effects, budget, worker.nowMillis());
  }
}
