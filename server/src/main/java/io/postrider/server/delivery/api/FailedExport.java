package io.postrider.server.delivery.api;

import io.postrider.id.DestinationId;
import io.postrider.server.delivery.PartitionOffset;
import io.postrider.server.delivery.api.DeliveryHistory.Failed;
import io.postrider.server.delivery.api.DeliveryHistory.FailedPage;
import io.postrider.server.http.admin.ListExport;
import io.postrider.server.http.admin.SearchText;
import io.postrider.server.http.admin.StreamedResponse;
import java.util.List;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Searches failed deliveries, and writes them as a file. */
final class FailedExport {

  private static final ListExport.Columns<Failed> COLUMNS =
      new ListExport.Columns<>(
          List.of(
              "messageId",
              "type",
              "acceptedAt",
              "failedAt",
              "reason",
              "status",
              "message",
              "partition",
              "offset",
              "replayable"),
          one ->
              List.of(
                  text(one.messageId()),
                  text(one.type()),
                  text(one.acceptedAt()),
                  text(one.failedAt()),
                  one.reason(),
                  text(one.status()),
                  one.message(),
                  String.valueOf(one.partition()),
                  String.valueOf(one.offset()),
                  String.valueOf(one.replayable())));

  private FailedExport() {}

  /** Reads a page of at most some deliveries at a position; null for the first page. */
  interface Reader {
    FailedPage read(@Nullable PartitionOffset at, int most);
  }

  static StreamedResponse of(
      ListExport.Format format,
      DestinationId id,
      @Nullable PartitionOffset from,
      Reader reader,
      UnaryOperator<Failed> shown) {
    Function<@Nullable PartitionOffset, ListExport.Part<Failed, PartitionOffset>> part =
        at -> {
          FailedPage page = reader.read(at, ListExport.PAGE);
          return new ListExport.Part<>(page.data().stream().map(shown).toList(), page.next());
        };
    return new ListExport<>(format, COLUMNS, part.apply(from), part).response("failed-" + id);
  }

  /** Whether a delivery, as it is shown, contains a text. */
  static boolean contains(Failed one, SearchText search) {
    return search.isIn(
        one.messageId(), one.type(), one.reason(), text(one.status()), one.message());
  }

  private static String text(@Nullable Object value) {
    return value == null ? "" : value.toString();
  }
}
