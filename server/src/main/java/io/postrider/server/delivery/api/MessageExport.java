package io.postrider.server.delivery.api;

import com.fasterxml.jackson.databind.JsonNode;
import io.postrider.server.delivery.PartitionOffset;
import io.postrider.server.delivery.api.MessageLookup.MessagePage;
import io.postrider.server.delivery.api.MessageLookup.MessageView;
import io.postrider.server.http.admin.Json;
import io.postrider.server.http.admin.ListExport;
import io.postrider.server.http.admin.SearchText;
import io.postrider.server.http.admin.StreamedResponse;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Searches found messages, and writes them as a file. */
final class MessageExport {

  private static final ListExport.Columns<MessageView> COLUMNS =
      new ListExport.Columns<>(
          List.of(
              "messageId",
              "sourceId",
              "type",
              "event",
              "userId",
              "anonymousId",
              "acceptedAt",
              "destinations",
              "message"),
          view ->
              List.of(
                  view.messageId(),
                  text(view.sourceId()),
                  view.type(),
                  event(view.message()),
                  text(view.userId()),
                  text(view.anonymousId()),
                  view.acceptedAt().toString(),
                  destinations(view),
                  text(view.message())));

  private MessageExport() {}

  /**
   * The response.
   *
   * @param first the first page
   * @param next reads the page at a position
   * @param shown the messages of a page as the caller may see them
   */
  static StreamedResponse of(
      ListExport.Format format,
      MessagePage first,
      Function<PartitionOffset, MessagePage> next,
      Function<MessagePage, List<MessageView>> shown) {
    Function<MessagePage, ListExport.Part<MessageView, PartitionOffset>> part =
        page -> new ListExport.Part<>(shown.apply(page), page.next());
    return new ListExport<>(format, COLUMNS, part.apply(first), next.andThen(part))
        .response("messages");
  }

  /** Whether a message, as it is shown, contains a text. */
  static boolean contains(MessageView view, SearchText search) {
    return search.isIn(view.messageId(), view.type(), view.message());
  }

  /** The event of a track call, or the name of a page or screen. */
  private static String event(@Nullable String message) {
    if (message == null) {
      return "";
    }
    JsonNode json = Json.parseOwn(message);
    return json.path(json.has("event") ? "event" : "name").asText("");
  }

  private static String destinations(MessageView view) {
    return view.destinations().stream()
        .map(one -> one.destinationId() + " " + one.state().name().toLowerCase(Locale.ROOT))
        .collect(Collectors.joining("; "));
  }

  private static String text(@Nullable Object value) {
    return value == null ? "" : value.toString();
  }
}
