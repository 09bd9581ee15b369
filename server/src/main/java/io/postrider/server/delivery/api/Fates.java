package io.postrider.server.delivery.api;

import io.postrider.delivery.DeliveryStatus;
import io.postrider.delivery.Failure;
import io.postrider.id.DestinationId;
import io.postrider.message.Field;
import io.postrider.message.MessageType;
import io.postrider.message.RecordView;
import io.postrider.route.Catalog;
import io.postrider.route.Destination;
import io.postrider.route.RoutingDecision;
import io.postrider.server.delivery.DeliveryService;
import io.postrider.server.delivery.KnownSources;
import io.postrider.server.delivery.MessageSearch;
import io.postrider.server.delivery.UserSearch;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Where messages are, at every destination. */
final class Fates implements MessageStories {

  private static final Pattern CURSOR = Pattern.compile("(\\d{1,9})-(\\d{1,18})");

  private final DeliveryService service;
  private final MessageSearch search;
  private final UserSearch users;
  private final KnownSources sources;
  private final int partitions;

  Fates(
      DeliveryService service,
      MessageSearch search,
      UserSearch users,
      KnownSources sources,
      int partitions) {
    this.service = service;
    this.search = search;
    this.users = users;
    this.sources = sources;
    this.partitions = partitions;
  }

  @Override
  public StoryPage find(String messageId) {
    Catalog now = sources.catalog();
    MessageSearch.Result result = search.search(messageId, sources.all(now));
    return new StoryPage(fates(result.found(), now), null, result.searchedTo());
  }

  @Override
  public Optional<StoryPage> ofUser(String userId, @Nullable String cursor, int limit) {
    Catalog now = sources.catalog();
    if (cursor == null) {
      return Optional.of(page(users.find(userId, sources.all(now), limit), now));
    }
    Matcher read = CURSOR.matcher(cursor);
    if (!read.matches() || Integer.parseInt(read.group(1)) >= partitions) {
      return Optional.empty();
    }
    UserSearch.Place from =
        new UserSearch.Place(Integer.parseInt(read.group(1)), Long.parseLong(read.group(2)));
    return Optional.of(page(users.find(userId, sources.all(now), from, limit), now));
  }

  private StoryPage page(UserSearch.Page page, Catalog now) {
    UserSearch.Place next = page.next();
    return new StoryPage(
        fates(page.found(), now),
        next == null ? null : next.partition() + "-" + next.before(),
        page.searchedTo());
  }

  private List<MessageFate> fates(List<MessageSearch.Found> found, Catalog now) {
    return found.stream().map(one -> fate(one, now)).toList();
  }

  private MessageFate fate(MessageSearch.Found found, Catalog now) {
    RecordView record = found.record();
    String messageId = record.text(Field.MESSAGE_ID);
    Map<DestinationId, DeliveryStatus> whereabouts =
        service.inspection().whereabouts(found.partition(), found.offset());
    List<DestinationFate> fates = new ArrayList<>();
    for (Destination destination : now.destinations()) {
      DeliveryStatus where = whereabouts.get(destination.id());
      if (where != null) {
        RoutingDecision verdict =
            service.verdict(now, destination, found.partition(), found.offset(), record);
        boolean judgedAlike =
            service.wasJudgedAlike(destination, found.partition(), found.offset());
        fates.add(fate(destination.id(), verdict, judgedAlike, where));
      }
    }
    return new MessageFate(
        messageId == null ? "" : messageId,
        record.isComputed() ? null : record.source(),
        record.type().map(MessageType::wireName).orElse("unknown"),
        record.text(Field.USER_ID),
        record.text(Field.ANONYMOUS_ID),
        record.receivedAt(),
        found.partition(),
        found.offset(),
        StandardCharsets.UTF_8.decode(record.json()).toString(),
        fates);
  }

  /**
   * What became of a message.
   *
   * @param verdict what the rules in force say of it
   * @param judgedAlike whether it was never judged by any others
   */
  static DestinationFate fate(
      DestinationId destination,
      RoutingDecision verdict,
      boolean judgedAlike,
      DeliveryStatus where) {
    return switch (where) {
      case DeliveryStatus.Open open ->
          fate(
              destination,
              open.failure() == null ? State.WAITING : State.RETRYING,
              open.failure(),
              open.rounds(),
              open);
      case DeliveryStatus.Failed failed ->
          fate(destination, State.FAILED, failed.failure(), null, null);
      case DeliveryStatus.Expired _ -> unless(verdict, destination, State.EXPIRED);
      case DeliveryStatus.Cancelled _ -> unless(verdict, destination, State.CANCELLED);
      case DeliveryStatus.Waiting _ -> unless(verdict, destination, State.WAITING);
      case DeliveryStatus.Superseded _ -> simply(destination, State.SUPERSEDED);
      case DeliveryStatus.Filtered _ -> simply(destination, State.FILTERED);
      case DeliveryStatus.Settled _ -> settled(destination, verdict, judgedAlike);
    };
  }

  /**
   * Nothing bad is remembered of it, so that it was delivered if the rules let it pass. What its
   * place in the log or the message itself excludes never had a chance, whatever the rules.
   */
  private static DestinationFate settled(
      DestinationId destination, RoutingDecision verdict, boolean judgedAlike) {
    return switch (verdict) {
      case NOT_FOR_IT, EXCLUDED -> unless(verdict, destination, State.DELIVERED);
      case DELIVER, FILTERED, HISTORICAL ->
          judgedAlike
              ? unless(verdict, destination, State.DELIVERED)
              : simply(destination, State.SETTLED);
    };
  }

  private static DestinationFate simply(DestinationId destination, State state) {
    return new DestinationFate(destination, state, null, null, null, null);
  }

  /** Only a message that is for the destination can be waiting there, or have ended. */
  private static DestinationFate unless(
      RoutingDecision verdict, DestinationId destination, State state) {
    return switch (verdict) {
      case DELIVER -> simply(destination, state);
      case NOT_FOR_IT -> simply(destination, State.NOT_FOR_IT);
      case EXCLUDED ->
          new DestinationFate(destination, State.NOT_FOR_IT, "integrations", null, null, null);
      case FILTERED -> simply(destination, State.FILTERED);
      case HISTORICAL ->
          new DestinationFate(destination, State.NOT_FOR_IT, "historical", null, null, null);
    };
  }

  private static DestinationFate fate(
      DestinationId destination,
      State state,
      @Nullable Failure failure,
      @Nullable Integer rounds,
      DeliveryStatus.@Nullable Open open) {
    return new DestinationFate(
        destination,
        state,
        failure == null ? null : failure.reason().wireName(),
        failure == null || failure.status() == 0 ? null : (Integer) failure.status(),
        rounds,
        open == null ? null : open.nextDue());
  }
}
