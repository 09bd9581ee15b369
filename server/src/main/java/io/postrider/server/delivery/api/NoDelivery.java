package io.postrider.server.delivery.api;

import io.postrider.id.DestinationId;
import io.postrider.message.MessageType;
import io.postrider.route.Destination;
import io.postrider.server.database.TimeStep;
import io.postrider.server.http.admin.ApiException;
import io.postrider.server.http.admin.Page;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The delivering side of a node that does not deliver. */
final class NoDelivery
    implements TestSender, DeliveryHistory, DeliveryStatistics, Replays, MessageStories {

  private static final Duration RETRY_AFTER = Duration.ofSeconds(5);

  private static ApiException away() {
    return ApiException.unavailable("This node does not deliver; ask one that does.", RETRY_AFTER);
  }

  @Override
  public Report send(Destination destination, MessageType type) {
    throw away();
  }

  @Override
  public List<Attempt> attempts(DestinationId destination) {
    return List.of();
  }

  @Override
  public Optional<Page<Failed>> failed(
      DestinationId destination, @Nullable String reason, @Nullable String cursor, int limit) {
    return Optional.of(Page.empty());
  }

  @Override
  public List<Count> counts(DestinationId destination, TimeStep step, Instant from, Instant to) {
    return List.of();
  }

  @Override
  public Standing standing(DestinationId destination) {
    return new Standing(new Pending(0, null), List.of());
  }

  @Override
  public StoryPage find(String messageId) {
    return new StoryPage(List.of(), null, null);
  }

  @Override
  public Optional<StoryPage> ofUser(String userId, @Nullable String cursor, int limit) {
    return Optional.of(new StoryPage(List.of(), null, null));
  }

  @Override
  public Start start(Destination destination, Order order) {
    throw away();
  }

  @Override
  public List<Replay> list(DestinationId destination) {
    return List.of();
  }

  @Override
  public Optional<Replay> find(DestinationId destination, String id) {
    return Optional.empty();
  }

  @Override
  public Optional<Replay> cancel(DestinationId destination, String id) {
    return Optional.empty();
  }
}
