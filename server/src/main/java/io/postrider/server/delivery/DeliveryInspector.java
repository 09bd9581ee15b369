package io.postrider.server.delivery;

import io.postrider.delivery.DeliveryMachine;
import io.postrider.delivery.DeliveryStatus;
import io.postrider.id.DestinationId;
import io.postrider.server.delivery.stats.AttemptSample;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * Reads the state of the deliveries of this node. May be called from any thread but an event loop;
 * it waits for the loops.
 */
public final class DeliveryInspector implements DestinationStatuses, DeliveryLookup {

  private final List<DeliveryLoop> loops;

  DeliveryInspector(List<DeliveryLoop> loops) {
    this.loops = loops;
  }

  @Override
  public Optional<DestinationStatus> status(DestinationId id) {
    return ask(id, DestinationStatus::of);
  }

  @Override
  public Map<DestinationId, DestinationStatus> statuses() {
    return DeliveryLoop.askAll(loops, DestinationStatus::of);
  }

  /** The sampled attempts, newest first. */
  public List<AttemptSample> attempts(DestinationId id) {
    return ask(id, worker -> worker.recorder().samples().newestFirst()).orElse(List.of());
  }

  @Override
  public List<Failed> failed(DestinationId id, int partition, long before, int most) {
    return ask(id, worker -> failed(worker.delivery(partition), before, most)).orElse(List.of());
  }

  private static List<Failed> failed(@Nullable PartitionDelivery delivery, long before, int most) {
    if (delivery == null) {
      return List.of();
    }
    DeliveryMachine machine = delivery.machine();
    List<Failed> failed = new ArrayList<>();
    for (long offset : machine.undeliveredBefore(before, most)) {
      DeliveryStatus status = machine.recordedStatus(offset);
      if (status != null) {
        failed.add(new Failed(delivery.partition(), offset, status, machine.failedAt(offset)));
      }
    }
    return failed;
  }

  @Override
  public Map<DestinationId, DeliveryStatus> statuses(int partition, long offset) {
    return DeliveryLoop.askAll(
        loops,
        worker -> {
          PartitionDelivery delivery = worker.delivery(partition);
          return delivery == null ? null : delivery.machine().status(offset);
        });
  }

  /**
   * The status of the messages of a log span at one destination, in order; empty if this node does
   * not serve it.
   */
  public Optional<List<DeliveryStatus>> statuses(
      DestinationId id, int partition, long firstOffset, int count) {
    return ask(
        id,
        worker -> {
          PartitionDelivery delivery = worker.delivery(partition);
          return delivery == null
              ? null
              : LongStream.range(firstOffset, firstOffset + count)
                  .mapToObj(delivery.machine()::status)
                  .toList();
        });
  }

  /** Removes the sampled attempts of some users, by the user hashes of their records. */
  public void forgetAttempts(Set<Long> userHashes) {
    for (DeliveryLoop loop : loops) {
      CompletableFuture<Boolean> forgotten =
          loop.ask(
              () -> {
                for (DestinationWorker worker : loop.workers().all()) {
                  worker
                      .recorder()
                      .samples()
                      .removeIf(sample -> userHashes.contains(sample.userHash()));
                }
                return true;
              });
      forgotten.join();
    }
  }

  /** Asks the loop that serves a destination; empty if none does, or if the answer is null. */
  public <T> Optional<T> ask(DestinationId id, Function<DestinationWorker, @Nullable T> question) {
    for (DeliveryLoop loop : loops) {
      CompletableFuture<@Nullable T> answer =
          loop.ask(
              () ->
                  loop.workers()
                      .find(id)
                      .filter(DestinationWorker::isRunning)
                      .map(question)
                      .orElse(null));
      T answers = answer.join();
      if (answers != null) {
        return Optional.of(answers);
      }
    }
    return Optional.empty();
  }
}
