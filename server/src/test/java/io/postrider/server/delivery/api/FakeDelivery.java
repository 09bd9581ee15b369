package io.postrider.server.delivery.api;

import io.postrider.id.DestinationId;
import io.postrider.message.MessageType;
import io.postrider.route.Destination;
import io.postrider.server.catalog.DestinationHealth;
import io.postrider.server.database.DatabaseUnavailableException;
import io.postrider.server.database.TimeStep;
import io.postrider.server.delivery.PartitionOffset;
import io.postrider.server.delivery.replay.ReplayOrder;
import io.postrider.server.delivery.replay.ReplayStatus;
import io.postrider.server.delivery.replay.Replays;
import io.postrider.server.delivery.stats.StatisticsStore;
import io.postrider.server.delivery.stats.StepCounts;
import io.postrider.server.ledger.index.AttemptCounts;
import io.postrider.server.ledger.index.AttemptQuery;
import io.postrider.server.ledger.index.Dimension;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Deliveries with answers that the test sets; records the calls. */
public final class FakeDelivery
    implements TestResource.Sender,
        TryNowResource.Hurry,
        DeliveryHistory,
        DeliveryStatistics,
        Replays,
        MessageLookup,
        DeliveryLedger {

  private static final PartitionOffset LAST_FAILED = new PartitionOffset(0, 3);
  private static final PartitionOffset LAST_MESSAGE = new PartitionOffset(0, 17);

  public final List<String> asked = new CopyOnWriteArrayList<>();
  public volatile DestinationHealth health = DestinationHealth.Report::bySettings;
  volatile TestResource.Report report = new TestResource.Report(List.of(), "{}");
  public volatile List<Attempt> attempts = List.of();
  public volatile List<Failed> failed = List.of();
  public volatile @Nullable Instant failedSince;
  public volatile List<StepCounts> counts = List.of();
  public volatile AttemptCounts entryCounts = new AttemptCounts(List.of(), true);
  public volatile Snapshot snapshot = new Snapshot(new Pending(0, null), List.of());
  public volatile Start start = new NoSuchMessage();
  public volatile boolean isUnavailable;
  public final List<ReplayStatus> replays = new CopyOnWriteArrayList<>();
  public volatile List<MessageView> messages = List.of();

  public DeliveryApi api() {
    return new DeliveryApi(this, this, this, this, this, this, this);
  }

  @Override
  public TestResource.Report send(Destination destination, MessageType type) {
    asked.add(destination.id() + " " + type);
    return report;
  }

  @Override
  public Snapshot tryNow(Destination destination) {
    asked.add(destination.id() + " now");
    return snapshot;
  }

  @Override
  public List<Attempt> attempts(DestinationId destination) {
    return attempts;
  }

  @Override
  public FailedPage failed(
      DestinationId destination,
      Predicate<Failed> wanted,
      @Nullable PartitionOffset before,
      int limit) {
    asked.add("%s %s %d".formatted(destination, text(before), limit));
    boolean isLast = failed.isEmpty() || LAST_FAILED.equals(before);
    return new FailedPage(
        isLast ? List.of() : failed.stream().filter(wanted).toList(), isLast ? null : LAST_FAILED);
  }

  @Override
  public @Nullable Instant failedSince() {
    return failedSince;
  }

  @Override
  public @Nullable Instant countedSince(TimeStep step, Instant now) {
    return now.minus(step.length());
  }

  private static @Nullable String text(@Nullable PartitionOffset place) {
    return place == null ? null : place.text();
  }

  @Override
  public List<StepCounts> counts(
      DestinationId destination, TimeStep step, Instant from, Instant to) {
    asked.add("%s %s %s".formatted(step, from, to));
    return counts;
  }

  @Override
  public AttemptCounts counts(
      AttemptQuery query,
      @Nullable String userId,
      Instant from,
      Instant to,
      Duration step,
      List<Dimension> by) {
    return entryCounts;
  }

  @Override
  public List<StatisticsStore.Volume> volumes(Instant from) {
    asked.add("volumes " + from);
    return List.of(new StatisticsStore.Volume(new DestinationId(1), 7, 2));
  }

  @Override
  public Snapshot snapshot(DestinationId destination) {
    return snapshot;
  }

  @Override
  public Start start(Destination destination, ReplayOrder order) {
    asked.add(order.toString());
    if (isUnavailable) {
      throw new DatabaseUnavailableException("unavailable");
    }
    return start;
  }

  @Override
  public List<ReplayStatus> list(DestinationId destination) {
    return List.copyOf(replays);
  }

  @Override
  public void cancel(DestinationId destination, long id) {
    asked.add("cancel " + id);
  }

  @Override
  public MessagePage find(String messageId) {
    asked.add(messageId);
    return new MessagePage(messages, null, null);
  }

  @Override
  public MessagePage ofUser(String userId, @Nullable PartitionOffset before, int limit) {
    asked.add("%s %s %d".formatted(userId, text(before), limit));
    return LAST_MESSAGE.equals(before)
        ? new MessagePage(List.of(), null, null)
        : new MessagePage(messages, LAST_MESSAGE, Instant.parse("2026-03-01T11:00:00Z"));
  }

  @Override
  public MessagePage stories(String messageId) {
    return find(messageId);
  }
}
