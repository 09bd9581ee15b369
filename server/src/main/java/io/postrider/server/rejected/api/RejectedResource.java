package io.postrider.server.rejected.api;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.netty.util.NetUtil;
import io.postrider.id.SourceId;
import io.postrider.message.ErrorCode;
import io.postrider.message.Redaction;
import io.postrider.server.access.RedactionPolicy;
import io.postrider.server.http.admin.ApiException;
import io.postrider.server.http.admin.ApiRequest;
import io.postrider.server.http.admin.ApiResponse;
import io.postrider.server.http.admin.ApiRoutes;
import io.postrider.server.http.admin.Page;
import io.postrider.server.http.admin.PageCursor;
import io.postrider.server.http.admin.Paging;
import io.postrider.server.http.admin.Query;
import io.postrider.server.http.admin.Resource;
import io.postrider.server.http.admin.TimeBounds;
import io.postrider.server.http.admin.TimeRange;
import io.postrider.server.rejected.RejectedReports;
import io.postrider.server.rejected.RejectedSearch;
import io.vertx.core.http.HttpMethod;
import java.net.InetAddress;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The admin API for rejected calls: a list, newest first, and counts by code over time. */
public final class RejectedResource implements ApiRoutes {

  private static final String NO_SOURCE = "none";
  private static final Duration RETRY_AFTER = Duration.ofSeconds(1);

  private record CallPage(
      @JsonProperty List<RejectedCallView> data,
      @JsonProperty @Nullable String next,
      @JsonProperty Instant since,
      @JsonProperty Map<String, Long> dropped) {}

  private record Step(@JsonProperty Instant at, @JsonProperty Map<String, Long> codes) {}

  private record CountList(@JsonProperty List<Step> data, @JsonProperty Instant since) {}

  private final RejectedReports reports;
  private final RedactionPolicy redactions;
  private final InstantSource time;

  public RejectedResource(RejectedReports reports, RedactionPolicy redactions, InstantSource time) {
    this.reports = reports;
    this.redactions = redactions;
    this.time = time;
  }

  @Override
  public List<Resource> resources() {
    return List.of(
        Resource.at("/rejected").on(HttpMethod.GET, this::list),
        Resource.at("/rejected/counts").on(HttpMethod.GET, this::counts));
  }

  private ApiResponse list(ApiRequest call) {
    Query query = Query.of(call);
    Paging<Long> paging = Paging.of(query, PageCursor.numbers("rejected"));
    RejectedSearch search =
        search(
            query,
            query.parameter("sender", RejectedResource::address, "must be an IP address"),
            TimeBounds.of(query));
    query.check();
    RejectedReports.Calls calls =
        reports
            .calls(search, paging.after(Long.MAX_VALUE), paging.limit() + 1)
            .orElseThrow(RejectedResource::reading);
    Redaction redaction = redactions.of(call);
    Page<RejectedCallView> page =
        paging
            .page(calls.found(), RejectedReports.Found::place)
            .map(found -> RejectedCallView.of(found, redaction));
    return ApiResponse.json(
        200, new CallPage(page.data(), page.next(), calls.since(), reports.dropped()));
  }

  private ApiResponse counts(ApiRequest call) {
    Query query = Query.of(call);
    RejectedSearch search = search(query, null, new TimeBounds(null, null));
    TimeRange range = TimeRange.of(query, time.instant());
    RejectedReports.Counts counts =
        reports
            .counts(search, range.step(), range.from(), range.to())
            .orElseThrow(RejectedResource::reading);
    List<Step> steps =
        range.starts().stream()
            .map(start -> new Step(start, counts.steps().getOrDefault(start, Map.of())))
            .toList();
    return ApiResponse.json(200, new CountList(steps, counts.since()));
  }

  private static RejectedSearch search(Query query, @Nullable String sender, TimeBounds times) {
    String source =
        query.parameter(
            "source",
            text ->
                Optional.of(text)
                    .filter(id -> id.equals(NO_SOURCE) || SourceId.parse(id).isPresent()),
            "must be the ID of a source, or none");
    String code =
        query.parameter(
            "code",
            text ->
                Arrays.stream(ErrorCode.values())
                    .map(ErrorCode::wireName)
                    .filter(text::equals)
                    .findFirst(),
            "must be an error code of the tracking API");
    return new RejectedSearch(
        source == null ? null : SourceId.parse(source).orElse(null),
        NO_SOURCE.equals(source),
        code,
        sender,
        times.from(),
        times.to());
  }

  /** An address as it is stored. */
  private static Optional<String> address(String text) {
    try {
      return Optional.of(NetUtil.toAddressString(InetAddress.ofLiteral(text)));
    } catch (IllegalArgumentException none) {
      return Optional.empty();
    }
  }

  private static ApiException reading() {
    return ApiException.unavailable("The stored calls are being read; retry.", RETRY_AFTER);
  }
}
