package io.postrider.server.delivery.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.postrider.message.Redaction;
import io.postrider.server.access.RedactionPolicy;
import io.postrider.server.delivery.api.MessageStories.MessageFate;
import io.postrider.server.http.admin.ApiException;
import io.postrider.server.http.admin.ApiRequest;
import io.postrider.server.http.admin.ApiResponse;
import io.postrider.server.http.admin.ApiRoutes;
import io.postrider.server.http.admin.FieldError;
import io.postrider.server.http.admin.Page;
import io.postrider.server.http.admin.PageCursor;
import io.postrider.server.http.admin.Paging;
import io.postrider.server.http.admin.ProblemCode;
import io.postrider.server.http.admin.Query;
import io.postrider.server.http.admin.Resource;
import io.vertx.core.http.HttpMethod;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Where messages are: one by its id, or those of a user. */
final class MessageResource implements ApiRoutes {

  static final int LARGEST_PAGE = 100;
  static final int LONGEST_USER_ID = 1_000;

  private final MessageStories fates;
  private final RedactionPolicy discretion;

  MessageResource(MessageStories fates, RedactionPolicy discretion) {
    this.fates = fates;
    this.discretion = discretion;
  }

  private record View(@JsonProperty List<MessageFate> data) {}

  @JsonInclude(JsonInclude.Include.NON_NULL)
  private record PageView(
      @JsonProperty List<MessageFate> data,
      @JsonProperty @JsonInclude(JsonInclude.Include.ALWAYS) @Nullable String next,
      @JsonProperty @Nullable Instant searchedTo) {}

  @Override
  public List<Resource> resources() {
    return List.of(
        Resource.at("/messages").on(HttpMethod.GET, this::list),
        Resource.at("/messages/:messageId").on(HttpMethod.GET, this::read));
  }

  private ApiResponse read(ApiRequest call) {
    List<MessageFate> found = find(call.path("messageId")).data();
    if (found.isEmpty()) {
      throw ApiException.of(ProblemCode.NOT_FOUND, "The log holds no message of this id.");
    }
    return ApiResponse.json(200, new View(masked(found, call)));
  }

  private MessageStories.StoryPage find(String messageId) {
    return messageId.codePointCount(0, messageId.length()) > ReplayForm.LONGEST_MESSAGE_ID
        ? new MessageStories.StoryPage(List.of(), null, null)
        : fates.find(messageId);
  }

  private ApiResponse list(ApiRequest call) {
    Query query = Query.of(call);
    String userId =
        query.parameter(
            "userId",
            text -> some(text, LONGEST_USER_ID),
            "must have 1 to %,d characters".formatted(LONGEST_USER_ID));
    String messageId =
        query.parameter(
            "messageId",
            text -> some(text, ReplayForm.LONGEST_MESSAGE_ID),
            "must have 1 to %d characters".formatted(ReplayForm.LONGEST_MESSAGE_ID));
    Paging<String> paging =
        Paging.of(
            query,
            PageCursor.texts("messages", userId == null ? "" : userId),
            Paging.DEFAULT_PAGE,
            LARGEST_PAGE);
    query.check();
    if ((userId == null) == (messageId == null)) {
      throw ApiException.invalid(
          List.of(new FieldError("userId", "must be given, or else messageId; not both")));
    }
    MessageStories.StoryPage page = userId == null ? byId(messageId) : ofUser(userId, paging);
    Page<MessageFate> shown = paging.page(masked(page.data(), call), page.next());
    return ApiResponse.json(200, new PageView(shown.data(), shown.next(), page.searchedTo()));
  }

  private MessageStories.StoryPage byId(@Nullable String messageId) {
    return messageId == null
        ? new MessageStories.StoryPage(List.of(), null, null)
        : find(messageId);
  }

  private MessageStories.StoryPage ofUser(String userId, Paging<String> paging) {
    return fates.ofUser(userId, paging.after(), paging.limit()).orElseThrow(PageCursor::invalid);
  }

  private List<MessageFate> masked(List<MessageFate> found, ApiRequest call) {
    Redaction redaction = discretion.of(call);
    return found.stream().map(fate -> RedactedDelivery.of(fate, redaction)).toList();
  }

  private static Optional<String> some(String text, int most) {
    return Optional.of(text).filter(t -> !t.isEmpty() && t.codePointCount(0, t.length()) <= most);
  }
}
