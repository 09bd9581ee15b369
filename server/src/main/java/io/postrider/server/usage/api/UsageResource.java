package io.postrider.server.usage.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.postrider.id.SourceId;
import io.postrider.id.WireNamed;
import io.postrider.server.http.admin.ApiException;
import io.postrider.server.http.admin.ApiRequest;
import io.postrider.server.http.admin.ApiResponse;
import io.postrider.server.http.admin.ApiRoutes;
import io.postrider.server.http.admin.FieldError;
import io.postrider.server.http.admin.ListExport;
import io.postrider.server.http.admin.Page;
import io.postrider.server.http.admin.PageCursor;
import io.postrider.server.http.admin.Paging;
import io.postrider.server.http.admin.Query;
import io.postrider.server.http.admin.Reply;
import io.postrider.server.http.admin.Resource;
import io.postrider.server.http.admin.StreamedResponse;
import io.postrider.server.usage.DailyCalls;
import io.postrider.server.usage.DailyCalls.Place;
import io.postrider.server.usage.DailyCalls.Range;
import io.postrider.server.usage.DailyCalls.Row;
import io.vertx.core.http.HttpMethod;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The admin API for the calls of each source and day, as JSON pages or as one CSV. */
public final class UsageResource implements ApiRoutes {

  static final int MAX_PAGE = 1_000;
  static final int DEFAULT_PAGE = 200;
  static final int DEFAULT_DAYS = 30;

  private static final PageCursor<Place> CURSORS =
      PageCursor.of("usage", UsageResource::cursor, UsageResource::place);

  private static final ListExport.Columns<View> COLUMNS =
      new ListExport.Columns<>(
          List.of("day", "sourceId", "type", "calls", "filtered", "counted"), View::fields);

  private static final String SEPARATOR = "~";
  private static final String DAY_EXPECTED = "must be a day such as 2026-03-01";

  private final DailyCalls calls;
  private final InstantSource clock;

  public UsageResource(DailyCalls calls, InstantSource clock) {
    this.calls = calls;
    this.clock = clock;
  }

  private static String cursor(Place place) {
    return String.join(
        SEPARATOR,
        place.day().toString(),
        place.source().toString(),
        Integer.toString(place.typeCode()));
  }

  private static Optional<Place> place(String cursor) {
    String[] parts = cursor.split(SEPARATOR, -1);
    if (parts.length != 3 || !parts[2].matches("[0-9]{1,3}")) {
      return Optional.empty();
    }
    return day(parts[0])
        .flatMap(
            day ->
                SourceId.parse(parts[1])
                    .map(source -> new Place(day, source, Integer.parseInt(parts[2]))));
  }

  private static Optional<LocalDate> day(String text) {
    try {
      return text.matches("[0-9]{4}-[0-9]{2}-[0-9]{2}")
          ? Optional.of(LocalDate.parse(text))
          : Optional.empty();
    } catch (DateTimeParseException invalid) {
      return Optional.empty();
    }
  }

  private record View(
      @JsonProperty String day,
      @JsonProperty String sourceId,
      @JsonProperty String type,
      @JsonProperty long calls,
      @JsonProperty long filtered,
      @JsonProperty long counted) {

    List<String> fields() {
      return List.of(
          day,
          sourceId,
          type,
          Long.toString(calls),
          Long.toString(filtered),
          Long.toString(counted));
    }
  }

  /**
   * A page.
   *
   * @param since every call since then is counted; null if nothing is counted yet
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  private record PageView(
      @JsonProperty List<View> data,
      @JsonProperty @JsonInclude(JsonInclude.Include.ALWAYS) @Nullable String next,
      @JsonProperty @Nullable Instant since) {}

  private enum Format implements WireNamed {
    JSON,
    CSV;

    /** The format by the header, for a query without one. */
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
    Paging<Place> paging = Paging.of(query, CURSORS, DEFAULT_PAGE, MAX_PAGE);
    Format format =
        query.parameter(
            "format", text -> WireNamed.parse(Format.class, text), "must be json or csv");
    Range range = range(query);
    if ((format == null ? Format.accepted(call.head().header("Accept")) : format) == Format.CSV) {
      return csv(range, paging.after());
    }
    List<Row> found = calls.rows(range, paging.after(), paging.limit() + 1);
    Page<View> page = paging.page(found, Row::place).map(this::view);
    return ApiResponse.json(
        200, new PageView(page.data(), page.next(), calls.since(clock.instant())));
  }

  private Range range(Query query) {
    LocalDate askedFrom = query.parameter("from", UsageResource::day, DAY_EXPECTED);
    LocalDate askedTo = query.parameter("to", UsageResource::day, DAY_EXPECTED);
    SourceId source = query.parameter("source", SourceId::parse, "must be the ID of a source");
    query.check();
    LocalDate to = askedTo == null ? LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC) : askedTo;
    LocalDate from = askedFrom == null ? to.minusDays(DEFAULT_DAYS - 1L) : askedFrom;
    if (from.isAfter(to)) {
      throw ApiException.invalid(List.of(new FieldError("from", "must not be after to")));
    }
    return new Range(from, to, source);
  }

  private StreamedResponse csv(Range range, @Nullable Place after) {
    return new ListExport<>(
            ListExport.Format.CSV, COLUMNS, part(range, after), place -> part(range, place))
        .response("usage-%s-%s".formatted(range.from(), range.to()));
  }

  private ListExport.Part<View, Place> part(Range range, @Nullable Place after) {
    List<Row> rows = calls.rows(range, after, MAX_PAGE);
    Place next = rows.size() < MAX_PAGE ? null : rows.getLast().place();
    return new ListExport.Part<>(rows.stream().map(this::view).toList(), next);
  }

  private View view(Row row) {
    return new View(
        row.place().day().toString(),
        row.place().source().toString(),
        row.type(),
        row.calls(),
        row.filtered(),
        row.calls() - row.filtered() + row.filteredCounted());
  }
}
