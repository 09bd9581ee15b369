package io.postrider.server.delivery.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.postrider.id.SourceId;
import io.postrider.message.Redaction;
import io.postrider.server.access.RedactionPolicy;
import io.postrider.server.access.Visibility;
import io.postrider.server.delivery.PartitionOffset;
import io.postrider.server.delivery.api.MessageLookup.MessagePage;
import io.postrider.server.delivery.api.MessageLookup.MessageView;
import io.postrider.server.http.admin.ApiException;
import io.postrider.server.http.admin.ApiRequest;
import io.postrider.server.http.admin.ApiResponse;
import io.postrider.server.http.admin.ApiRoutes;
import io.postrider.server.http.admin.FieldError;
import io.postrider.server.http.admin.ListExport;
import io.postrider.server.http.admin.Page;
import io.postrider.server.http.admin.PageCursor;
import io.postrider.server.http.admin.Paging;
import io.postrider.server.http.admin.ProblemCode;
import io.postrider.server.http.admin.Query;
import io.postrider.server.http.admin.Reply;
import io.postrider.server.http.admin.Resource;
import io.postrider.server.http.admin.SearchText;
import io.vertx.core.http.HttpMethod;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Finds messages by message ID or by user. */
final class MessageResource implements ApiRoutes {

  private static final int MAX_PAGE = 100;
  private static final int MAX_USER_ID_LENGTH = 1_000;

  private final MessageLookup messages;
  private final DeliveryLedger ledger;
  private final RedactionPolicy redactionPolicy;

  MessageResource(MessageLookup messages, DeliveryLedger ledger, RedactionPolicy redactionPolicy) {
    this.messages = messages;
    this.ledger = ledger;
    this.redactionPolicy = redactionPolicy;
  }

  private record View(@JsonProperty List<MessageView> data) {}

  private record StoryView(
      @JsonProperty List<MessageView> data, @JsonProperty LedgerReach ledger) {}

  @JsonInclude(JsonInclude.Include.NON_NULL)
  private record PageView(
      @JsonProperty List<MessageView> data,
      @JsonProperty @JsonInclude(JsonInclude.Include.ALWAYS) @Nullable String next,
      @JsonProperty @Nullable Instant searchedTo) {}

  @Override
  public List<Resource> resources() {
    return List.of(
        Resource.at("/messages").on(HttpMethod.GET, this::list),
        Resource.at("/messages/:messageId").on(HttpMethod.GET, this::read),
        Resource.at("/messages/:messageId/story").on(HttpMethod.GET, this::story));
  }

  private ApiResponse read(ApiRequest call) {
    List<MessageView> found =
        ifNotLonger(call.path("messageId"), ReplayResource.MAX_MESSAGE_ID_LENGTH)
            .map(messageId -> messages.find(messageId).data())
            .orElse(List.of());
    if (found.isEmpty()) {
      throw notFound();
    }
    return ApiResponse.json(200, new View(masked(found, call)));
  }

  private ApiResponse story(ApiRequest call) {
    Query query = Query.of(call);
    SourceId source = query.parameter("sourceId", SourceId::parse, "must be the ID of a source");
    query.check();
    List<MessageView> found =
        ifNotLonger(call.path("messageId"), ReplayResource.MAX_MESSAGE_ID_LENGTH)
            .map(messageId -> messages.stories(messageId).data())
            .orElse(List.of())
            .stream()
            .filter(one -> source == null || source.equals(one.sourceId()))
            .toList();
    if (found.isEmpty()) {
      throw notFound();
    }
    List<MessageView> shown =
        Visibility.showsSecrets(call)
            ? found
            : found.stream().map(RedactedDelivery::withoutSecrets).toList();
    return ApiResponse.json(200, new StoryView(masked(shown, call), ledger.reach(null)));
  }

  private static ApiException notFound() {
    return ApiException.of(ProblemCode.NOT_FOUND, "The log holds no message with this ID.");
  }

  private Reply list(ApiRequest call) {
    Query query = Query.of(call);
    String userId =
        query.parameter(
            "userId",
            text -> ifNotLonger(text, MAX_USER_ID_LENGTH),
            "must have 1 to %,d characters".formatted(MAX_USER_ID_LENGTH));
    String messageId =
        query.parameter(
            "messageId",
            text -> ifNotLonger(text, ReplayResource.MAX_MESSAGE_ID_LENGTH),
            "must have 1 to %d characters".formatted(ReplayResource.MAX_MESSAGE_ID_LENGTH));
    Paging<PartitionOffset> paging =
        Paging.of(
            query,
            PageCursor.of(
                "messages",
                userId == null ? "" : userId,
                PartitionOffset::text,
                PartitionOffset::parse),
            Paging.DEFAULT_PAGE,
            MAX_PAGE);
    SearchText search = SearchText.of(query);
    ListExport.Format format = ListExport.format(query);
    query.check();
    if ((userId == null) == (messageId == null)) {
      throw ApiException.invalid(
          List.of(new FieldError("userId", "must be given, or else messageId; not both")));
    }
    int most = format == ListExport.Format.JSON ? paging.limit() : ListExport.PAGE;
    Function<@Nullable PartitionOffset, MessagePage> read =
        at ->
            userId == null
                ? messages.find(Objects.requireNonNull(messageId))
                : messages.ofUser(userId, at, most);
    // a search must not tell what the caller may not see
    Function<MessagePage, List<MessageView>> shown =
        page ->
            masked(page.data(), call).stream()
                .filter(view -> search == null || MessageExport.contains(view, search))
                .toList();
    MessagePage page = read.apply(paging.after());
    if (format != ListExport.Format.JSON) {
      return MessageExport.of(format, page, read, shown);
    }
    Page<MessageView> result = paging.page(shown.apply(page), page.next());
    return ApiResponse.json(200, new PageView(result.data(), result.next(), page.searchedTo()));
  }

  private List<MessageView> masked(List<MessageView> found, ApiRequest call) {
    Redaction redaction = redactionPolicy.of(call);
    return found.stream().map(view -> RedactedDelivery.of(view, redaction)).toList();
  }

  /** The text, unless it is empty or longer. */
  private static Optional<String> ifNotLonger(String text, int most) {
    return Optional.of(text).filter(t -> !t.isEmpty() && t.codePointCount(0, t.length()) <= most);
  }
}
