package io.postrider.server.delivery.api;

import io.postrider.delivery.FinalStatus;
import io.postrider.server.delivery.api.DeliveryLedger.EntryPage;
import io.postrider.server.http.admin.Json;
import io.postrider.server.http.admin.ListExport;
import io.postrider.server.http.admin.StreamedResponse;
import io.postrider.server.ledger.index.EntryPosition;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Writes recorded attempts as a file. */
final class AttemptExport {

  private static final ListExport.Columns<LedgerEntryView> COLUMNS =
      new ListExport.Columns<>(
          List.of(
              "at",
              "destinationId",
              "sourceId",
              "messageId",
              "type",
              "event",
              "url",
              "round",
              "replay",
              "sent",
              "status",
              "reason",
              "message",
              "latencyMillis",
              "bytes",
              "end",
              "answer"),
          AttemptExport::fields);

  private AttemptExport() {}

  /** The file from a position on, read page by page. */
  static StreamedResponse of(
      ListExport.Format format,
      String name,
      @Nullable EntryPosition from,
      Function<@Nullable EntryPosition, EntryPage> read,
      UnaryOperator<LedgerEntryView> shown) {
    Function<@Nullable EntryPosition, ListExport.Part<LedgerEntryView, EntryPosition>> part =
        at -> {
          EntryPage page = read.apply(at);
          return new ListExport.Part<>(page.data().stream().map(shown).toList(), page.next());
        };
    return new ListExport<>(format, COLUMNS, part.apply(from), part).response(name);
  }

  private static List<String> fields(LedgerEntryView entry) {
    Duration latency = entry.latency();
    FinalStatus end = entry.end();
    return List.of(
        Json.text(entry.at()),
        text(entry.destinationId()),
        text(entry.sourceId()),
        text(entry.messageId()),
        text(entry.type()),
        text(entry.event()),
        text(entry.url()),
        String.valueOf(entry.round()),
        String.valueOf(entry.replay()),
        String.valueOf(entry.sent()),
        text(entry.status()),
        text(entry.reason()),
        text(entry.message()),
        latency == null ? "" : String.valueOf(latency.toNanos() / 1_000_000.0),
        text(entry.bytes()),
        end == null ? "" : end.wireName(),
        text(entry.answer()));
  }

  private static String text(@Nullable Object value) {
    return value == null ? "" : value.toString();
  }
}
