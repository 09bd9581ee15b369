package io.postrider.server.usage.api;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.postrider.id.SourceId;
import io.postrider.server.http.admin.ApiException;
import io.postrider.server.http.admin.ApiRequest;
import io.postrider.server.http.admin.ApiResponse;
import io.postrider.server.http.admin.ApiRoutes;
import io.postrider.server.http.admin.FieldError;
import io.postrider.server.http.admin.PageCursor;
import io.postrider.server.http.admin.Paging;
import io.postrider.server.http.admin.Query;
import io.postrider.server.http.admin.Reply;
import io.postrider.server.http.admin.Resource;
import io.postrider.server.http.admin.StreamedResponse;
import io.postrider.server.usage.api.DailyCalls.Place;
import io.postrider.server.usage.api.DailyCalls.Range;
import io.postrider.server.usage.api.DailyCalls.Row;
import io.vertx.core.http.HttpMethod;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** How many calls each source made on each day, as JSON in pages or as CSV in one piece. */
public final class UsageResource implements ApiRoutes {

  static final int LARGEST_PAGE = 1_000;
  static final int USUAL_PAGE = 200;
  static final int USUAL_DAYS = 30;

  private static final PageCursor<Place> CURSORS =
      PageCursor.of("usage", Place::text, Place::parse);

  private final DailyCalls calls;
  private final BooleanSupplier filteredServerCallsCount;
  private final InstantSource clock;

  /**
   * Serves what was counted.
   *
   * @param filteredServerCallsCount whether filtered calls of servers count toward usage
   */
  public UsageResource(
      DailyCalls calls, BooleanSupplier filteredServerCallsCount, InstantSource clock) {
    this.calls = calls;
    this.filteredServerCallsCount = filteredServerCallsCount;
    this.clock = clock;
  }

  /** A row as it is shown. */
  record View(
      @JsonProperty String day,
      @JsonProperty String sourceId,
      @JsonProperty String type,
      @JsonProperty long calls,
      @JsonProperty long filtered,
      @JsonProperty long counted) {}

  private enum Format {
    JSON,
    CSV;

    static Optional<Format> parse(String text) {
      return switch (text) {
        case "json" -> Optional.of(JSON);
        case "csv" -> Optional.of(CSV);
        default -> Optional.empty();
      };
    }

    /** What is wanted where the query does not say. */
    static Format accepted(@Nullable String accept) {
      return accept != null && accept.contains("text/csv") && !accept.contains("json") ? CSV : JSON;
    }
  }

  @Override
  public List<Resource> resources() {
    return List.of(Resource.at("/usage").on(HttpMethod.GET, this::read));
  }

  private Reply read(ApiRequest call) {
    Query query = Query.of(call);
    Paging<Place> paging = Paging.of(query, CURSORS, USUAL_PAGE, LARGEST_PAGE);
    Format format = query.parameter("format", Format::parse, "must be json or csv");
    Range range = range(query);
    if ((format == null ? Format.accepted(call.head().header("Accept")) : format) == Format.CSV) {
      return csv(range, paging.after());
    }
    List<Row> found = calls.rows(range, paging.after(), paging.limit() + 1);
    return ApiResponse.json(200, paging.page(found, Row::place).map(this::view));
  }

  private Range range(Query query) {
    LocalDate askedFrom = query.parameter("from", DayText::parse, DayText.EXPECTED);
    LocalDate askedTo = query.parameter("to", DayText::parse, DayText.EXPECTED);
    SourceId source = query.parameter("source", SourceId::parse, "must be the id of a source");
    query.check();
    LocalDate to = askedTo == null ? LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC) : askedTo;
    LocalDate from = askedFrom == null ? to.minusDays(USUAL_DAYS - 1L) : askedFrom;
    if (from.isAfter(to)) {
      throw ApiException.invalid(List.of(new FieldError("from", "must not lie after to")));
    }
    return new Range(from, to, source);
  }

  private StreamedResponse csv(Range range, @Nullable Place after) {
    // the first rows are read before the answer begins, so that it can still be a problem
    List<Row> first = calls.rows(range, after, LARGEST_PAGE);
    String name = "usage-%s-%s.csv".formatted(range.from(), range.to());
    return new StreamedResponse(
        Map.of(
            "Content-Type",
            "text/csv",
            "Content-Disposition",
            "attachment; filename=\"" + name + "\""),
        new UsageCsv(first, place -> calls.rows(range, place, LARGEST_PAGE), this::view));
  }

  private View view(Row row) {
    long counted = row.calls() - row.filtered();
    return new View(
        row.place().day().toString(),
        row.place().source().toString(),
        row.type(),
        row.calls(),
        row.filtered(),
        filteredServerCallsCount.getAsBoolean() ? counted + row.filteredServer() : counted);
  }
}
