package io.postrider.server.delivery;

import io.postrider.delivery.DeliveryMachine;
import io.postrider.delivery.DeliveryStatus;
import io.postrider.id.DestinationId;
import io.postrider.server.database.TimeStep;
import io.postrider.server.delivery.stats.AttemptSample;
import io.postrider.server.delivery.stats.BacklogStore;
import io.postrider.server.delivery.stats.LastError;
import io.postrider.server.delivery.stats.StatisticsFlusher;
import io.postrider.server.delivery.stats.StatisticsStore;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * Answers questions about deliveries. May be called from any thread but an event loop; it waits for
 * the loops, which answer between two inputs.
 */
public final class DeliveryInspector {

  private final List<DeliveryLoop> loops;
  private final StatisticsFlusher statistics;
  private final StatisticsStore counts;
  private final BacklogStore backlogs;

  DeliveryInspector(
      List<DeliveryLoop> loops,
      StatisticsFlusher statistics,
      StatisticsStore counts,
      BacklogStore backlogs) {
    this.loops = loops;
    this.statistics = statistics;
    this.counts = counts;
    this.backlogs = backlogs;
  }

  /** How a destination fares now; nothing if it is not served here. */
  public Optional<DestinationStatus> standing(DestinationId id) {
    return ask(id, outbound -> Optional.of(DestinationStatus.of(outbound)))
        .orElse(Optional.empty());
  }

  /** How all destinations that are served here fare now. */
  public Map<DestinationId, DestinationStatus> standings() {
    return DestinationStatus.ofAll(loops);
  }

  /** The last attempts, newest first. */
  public List<AttemptSample> attempts(DestinationId id) {
    return ask(id, outbound -> outbound.watch().samples().newestFirst()).orElse(List.of());
  }

  /** The last attempt that failed. */
  public Optional<LastError> lastError(DestinationId id) {
    return ask(id, outbound -> Optional.ofNullable(outbound.watch().lastError()))
        .orElse(Optional.empty());
  }

  /** What was counted, the present minute included. */
  public List<StatisticsStore.Entry> counts(
      DestinationId id, TimeStep step, Instant from, Instant to) {
    statistics.keep();
    return counts.find(id, step, from, to);
  }

  /** What was counted of all destinations together, the present minute included. */
  public List<StatisticsStore.Entry> totals(TimeStep step, Instant from, Instant to) {
    statistics.keep();
    return counts.totals(step, from, to);
  }

  /** What waited for a destination, the present minute included. */
  public List<BacklogStore.Entry> backlogs(
      DestinationId id, TimeStep step, Instant from, Instant to) {
    statistics.keep();
    return backlogs.find(id, step, from, to);
  }

  /** What waited for all destinations together, the present minute included. */
  public List<BacklogStore.Entry> totalBacklogs(TimeStep step, Instant from, Instant to) {
    statistics.keep();
    return backlogs.totals(step, from, to);
  }

  /**
   * A delivery that is marked as failed or cancelled.
   *
   * @param mark what is remembered of it, also while it is sent again
   * @param at about when it failed, to the minute at best; null if that is not known
   */
  public record Failed(int partition, long offset, DeliveryStatus mark, @Nullable Instant at) {}

  /**
   * Failed and cancelled deliveries of a partition that lie before an offset, newest first. Of what
   * was cancelled not all was for the destination.
   */
  public List<Failed> failed(DestinationId id, int partition, long before, int most) {
    return ask(id, outbound -> failed(outbound.lanes().get(partition), before, most))
        .orElse(List.of());
  }

  private static List<Failed> failed(PartitionDelivery lane, long before, int most) {
    DeliveryMachine machine = lane.machine();
    List<Failed> failed = new ArrayList<>();
    for (long offset : machine.undeliveredBefore(before, most)) {
      DeliveryStatus mark = machine.recordedStatus(offset);
      if (mark != null) {
        failed.add(new Failed(lane.partition(), offset, mark, machine.failedAt(offset)));
      }
    }
    return failed;
  }

  /** Where the message at a place in the log is, by destination. */
  public Map<DestinationId, DeliveryStatus> whereabouts(int partition, long offset) {
    Map<DestinationId, DeliveryStatus> all =
        new TreeMap<>((a, b) -> Long.compareUnsigned(a.bits(), b.bits()));
    for (DeliveryLoop loop : loops) {
      all.putAll(loop.ask(() -> whereabouts(loop, partition, offset)).join());
    }
    return all;
  }

  private static Map<DestinationId, DeliveryStatus> whereabouts(
      DeliveryLoop loop, int partition, long offset) {
    Map<DestinationId, DeliveryStatus> found = new HashMap<>();
    for (DestinationWorker outbound : loop.outbounds().all()) {
      if (outbound.isRunning()) {
        PartitionDelivery lane = outbound.lanes().get(partition);
        found.put(outbound.id(), lane.machine().status(offset));
      }
    }
    return found;
  }

  /**
   * Where the messages of a stretch of the log are, in their order, as far as a destination is
   * concerned; nothing if it is not served here.
   */
  public Optional<List<DeliveryStatus>> whereabouts(
      DestinationId id, int partition, long firstOffset, int count) {
    return ask(
        id,
        outbound -> {
          DeliveryMachine machine = outbound.lanes().get(partition).machine();
          return LongStream.range(firstOffset, firstOffset + count)
              .mapToObj(machine::status)
              .toList();
        });
  }

  /** Forgets the attempts of some users, by the hashes that their records carry. */
  public void forgetAttempts(Set<Long> userHashes) {
    for (DeliveryLoop loop : loops) {
      loop.ask(
              () -> {
                loop.outbounds()
                    .all()
                    .forEach(
                        outbound ->
                            outbound
                                .watch()
                                .samples()
                                .removeIf(sample -> userHashes.contains(sample.userHash())));
                return true;
              })
          .join();
    }
  }

  /** Asks the loop that serves a destination. */
  public <T> Optional<T> ask(DestinationId id, Function<DestinationWorker, T> question) {
    for (DeliveryLoop loop : loops) {
      CompletableFuture<@Nullable T> answer =
          loop.ask(
              () ->
                  loop.outbounds()
                      .find(id)
                      .filter(DestinationWorker::isRunning)
                      .map(question)
                      .orElse(null));
      T told = answer.join();
      if (told != null) {
        return Optional.of(told);
      }
    }
    return Optional.empty();
  }
}
