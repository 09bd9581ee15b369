package io.postrider.server.control.deliveries;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.postrider.message.Redaction;
import io.postrider.server.control.ApiPart;
import io.postrider.server.control.deliveries.MessageFates.MessageFate;
import io.postrider.server.http.Answer;
import io.postrider.server.http.ApiException;
import io.postrider.server.http.Call;
import io.postrider.server.http.ErrorCode;
import io.postrider.server.http.FieldError;
import io.postrider.server.http.ListCursors;
import io.postrider.server.http.Query;
import io.postrider.server.http.Resource;
import io.vertx.core.http.HttpMethod;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Where messages are: one by its id, or those of a user. */
final class MessageResource implements ApiPart {

  static final int LARGEST_PAGE = 100;
  static final int LONGEST_USER_ID = 1_000;

  private final MessageFates fates;
  private final Discretion discretion;

  MessageResource(MessageFates fates, Discretion discretion) {
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

  private Answer read(Call call) {
    List<MessageFate> found = find(call.path("messageId")).data();
    if (found.isEmpty()) {
      throw ApiException.of(ErrorCode.NOT_FOUND, "The log holds no message of this id.");
    }
    return Answer.json(200, new View(masked(found, call)));
  }

  private MessageFates.Page find(String messageId) {
    return messageId.codePointCount(0, messageId.length()) > ReplayForm.LONGEST_MESSAGE_ID
        ? new MessageFates.Page(List.of(), null, null)
        : fates.find(messageId);
  }

  private Answer list(Call call) {
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
    int limit = Addressee.limit(query, LARGEST_PAGE);
    ListCursors cursors = ListCursors.of("messages", userId == null ? "" : userId);
    String cursor = Addressee.cursor(query, cursors);
    query.check();
    if ((userId == null) == (messageId == null)) {
      throw ApiException.invalid(
          List.of(new FieldError("userId", "must be given, or else messageId; not both")));
    }
    MessageFates.Page page = userId == null ? byId(messageId) : ofUser(userId, cursor, limit);
    return Answer.json(
        200, new PageView(masked(page.data(), call), cursors.text(page.next()), page.searchedTo()));
  }

  private MessageFates.Page byId(@Nullable String messageId) {
    return messageId == null ? new MessageFates.Page(List.of(), null, null) : find(messageId);
  }

  private MessageFates.Page ofUser(String userId, @Nullable String cursor, int limit) {
    return fates.ofUser(userId, cursor, limit).orElseThrow(ListCursors::wrong);
  }

  private List<MessageFate> masked(List<MessageFate> found, Call call) {
    Redaction redaction = discretion.of(call);
    return found.stream().map(fate -> Masked.of(fate, redaction)).toList();
  }

  private static Optional<String> some(String text, int most) {
    return Optional.of(text).filter(t -> !t.isEmpty() && t.codePointCount(0, t.length()) <= most);
  }
}
