package io.postrider.server.delivery.api;

import io.postrider.id.DestinationId;
import io.postrider.message.MessageType;
import io.postrider.route.Destination;
import io.postrider.server.catalog.DestinationHealth;
import io.postrider.server.database.DatabaseUnavailableException;
import io.postrider.server.database.TimeStep;
import io.postrider.server.delivery.replay.ReplayOrder;
import io.postrider.server.delivery.stats.StepCounts;
import io.postrider.server.http.admin.Page;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** A delivering side that says what the test wants, and remembers what it was asked. */
public final class FakeDelivery
    implements TestSender, DeliveryHistory, DeliveryStatistics, Replays, MessageLookup {

  public final List<String> asked = new CopyOnWriteArrayList<>();
  public volatile DestinationHealth health = DestinationHealth.BY_SETTINGS;
  public volatile Report report = new Report(List.of(), "{}");
  public volatile List<Attempt> attempts = List.of();
  public volatile List<Failed> failed = List.of();
  public volatile List<StepCounts> counts = List.of();
  public volatile Snapshot snapshot = new Snapshot(new Pending(0, null), List.of());
  public volatile Start start = new NoSuchMessage();
  public volatile boolean isAway;
  public final Map<String, Replay> replays = new ConcurrentHashMap<>();
  public volatile List<MessageView> messages = List.of();

  public DeliveryApi api() {
    return new DeliveryApi(destination -> health.of(destination), this, this, this, this, this);
  }

  @Override
  public Report send(Destination destination, MessageType type) {
    asked.add(destination.id() + " " + type);
    return report;
  }

  @Override
  public List<Attempt> attempts(DestinationId destination) {
    return attempts;
  }

  @Override
  public Optional<Page<Failed>> failed(
      DestinationId destination, @Nullable String reason, @Nullable String cursor, int limit) {
    asked.add("%s %s %s %d".formatted(destination, reason, cursor, limit));
    return "unknown".equals(cursor)
        ? Optional.empty()
        : Optional.of(new Page<>(failed, failed.isEmpty() ? null : "more"));
  }

  @Override
  public List<StepCounts> counts(
      DestinationId destination, TimeStep step, Instant from, Instant to) {
    asked.add("%s %s %s".formatted(step, from, to));
    return counts;
  }

  @Override
  public Snapshot snapshot(DestinationId destination) {
    return snapshot;
  }

  @Override
  public Start start(Destination destination, ReplayOrder order) {
    asked.add(order.toString());
    if (isAway) {
      throw new DatabaseUnavailableException("away");
    }
    return start;
  }

  @Override
  public List<Replay> list(DestinationId destination) {
    return new ArrayList<>(replays.values());
  }

  @Override
  public Optional<Replay> find(DestinationId destination, String id) {
    return Optional.ofNullable(replays.get(id));
  }

  @Override
  public Optional<Replay> cancel(DestinationId destination, String id) {
    asked.add("cancel " + id);
    return find(destination, id);
  }

  @Override
  public MessagePage find(String messageId) {
    asked.add(messageId);
    return new MessagePage(messages, null, null);
  }

  @Override
  public Optional<MessagePage> ofUser(String userId, @Nullable String cursor, int limit) {
    asked.add("%s %s %d".formatted(userId, cursor, limit));
    return "unknown".equals(cursor)
        ? Optional.empty()
        : Optional.of(new MessagePage(messages, "0-17", Instant.parse("2026-03-01T11:00:00Z")));
  }
}
