package io.postrider.server.delivery.api;

import io.postrider.id.DestinationId;
import io.postrider.message.MessageType;
import io.postrider.route.Destination;
import io.postrider.server.delivery.replay.ReplayOrder;
import io.postrider.server.http.admin.ApiException;
import io.postrider.server.http.admin.Page;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The answers of a node without the deliver role. */
final class NoDelivery
    implements TestSender, DeliveryHistory, DeliveryStatistics, Replays, MessageLookup {

  private static final Duration RETRY_AFTER = Duration.ofSeconds(5);

  private static ApiException notDelivering() {
    return ApiException.unavailable(
        "This node does not have the deliver role; ask a node that has it.", RETRY_AFTER);
  }

  @Override
  public Report send(Destination destination, MessageType type) {
    throw notDelivering();
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
  public MessagePage find(String messageId) {
    return new MessagePage(List.of(), null, null);
  }

  @Override
  public Optional<MessagePage> ofUser(String userId, @Nullable String cursor, int limit) {
    return Optional.of(new MessagePage(List.of(), null, null));
  }

  @Override
  public Start start(Destination destination, ReplayOrder order) {
    throw notDelivering();
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
