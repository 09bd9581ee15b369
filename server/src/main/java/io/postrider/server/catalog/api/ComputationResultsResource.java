package io.postrider.server.catalog.api;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.postrider.audience.Computation;
import io.postrider.audience.ComputationDefinition;
import io.postrider.audience.ComputationId;
import io.postrider.audience.ComputationKind;
import io.postrider.audience.ComputedRedaction;
import io.postrider.message.Redaction;
import io.postrider.server.access.AuditStamp;
import io.postrider.server.access.AuditTrail;
import io.postrider.server.access.RedactionPolicy;
import io.postrider.server.catalog.LiveCatalog;
import io.postrider.server.catalog.definition.ComputationAuditFields;
import io.postrider.server.catalog.definition.ComputationForm;
import io.postrider.server.catalog.definition.ComputationNames;
import io.postrider.server.catalog.definition.ComputationResults;
import io.postrider.server.catalog.definition.ComputationRules;
import io.postrider.server.http.admin.ApiException;
import io.postrider.server.http.admin.ApiRequest;
import io.postrider.server.http.admin.ApiResponse;
import io.postrider.server.http.admin.ApiRoutes;
import io.postrider.server.http.admin.FieldError;
import io.postrider.server.http.admin.Json;
import io.postrider.server.http.admin.ListExport;
import io.postrider.server.http.admin.Page;
import io.postrider.server.http.admin.PageCursor;
import io.postrider.server.http.admin.Paging;
import io.postrider.server.http.admin.ProblemCode;
import io.postrider.server.http.admin.Query;
import io.postrider.server.http.admin.Reply;
import io.postrider.server.http.admin.Resource;
import io.postrider.server.http.admin.TimeText;
import io.vertx.core.http.HttpMethod;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The admin API for the results of audiences, or of computed traits: previews, members, sizes and
 * syncs. Endpoints run on any thread and block.
 */
public final class ComputationResultsResource implements ApiRoutes {

  /** The number of users in a preview. */
  static final int SAMPLE = 20;

  /** The longest time range of a request for sizes: as long as they are retained. */
  static final Duration MAX_RANGE = Duration.ofDays(90);

  private static final String TRAITS = "{\"traits\":";
  private static final int MAX_SEARCH_LENGTH = 1_000;
  private static final ListExport.Columns<ComputationResults.Member> COLUMNS =
      new ListExport.Columns<>(
          List.of("userId", "value", "since"),
          member ->
              List.of(
                  member.userId(),
                  Objects.requireNonNullElse(member.value(), "true"),
                  member.since().toString()));
  private static final Duration DEFAULT_RANGE = Duration.ofDays(30);

  private final ComputationKind kind;
  private final ComputationResults computations;
  private final ComputationRules rules;
  private final LiveCatalog catalog;
  private final AuditTrail trail;
  private final RedactionPolicy redaction;
  private final InstantSource clock;

  public ComputationResultsResource(
      ComputationKind kind,
      ComputationResults computations,
      ComputationRules rules,
      LiveCatalog catalog,
      AuditTrail trail,
      RedactionPolicy redaction,
      InstantSource clock) {
    this.kind = kind;
    this.computations = computations;
    this.rules = rules;
    this.catalog = catalog;
    this.trail = trail;
    this.redaction = redaction;
    this.clock = clock;
  }

  @Override
  public List<Resource> resources() {
    String path = ComputationNames.path(kind);
    return List.of(
        Resource.at(path + "/preview").on(HttpMethod.POST, this::preview),
        Resource.at(path + "/:id/sync").on(HttpMethod.POST, this::sync),
        Resource.at(path + "/:id/members").on(HttpMethod.GET, this::members),
        Resource.at(path + "/:id/sizes").on(HttpMethod.GET, this::sizes));
  }

  private record PreviewView(
      @JsonProperty long size,
      @JsonProperty List<?> sample,
      @JsonProperty long ofProfiles,
      @JsonProperty boolean exact) {}

  private ApiResponse preview(ApiRequest call) {
    ComputationDefinition definition = ComputationForm.preview(call, kind);
    List<FieldError> errors = rules.problems(definition, catalog.current().computations());
    if (!errors.isEmpty()) {
      throw ApiException.invalid(errors);
    }
    ComputationResults.Preview preview = computations.preview(definition, SAMPLE);
    List<?> sample =
        switch (kind) {
          case AUDIENCE ->
              preview.sample().stream().map(ComputationResults.Sampled::userId).toList();
          case TRAIT -> preview.sample();
        };
    return ApiResponse.json(
        200, new PreviewView(preview.size(), sample, preview.ofProfiles(), preview.exact()));
  }

  private ApiResponse sync(ApiRequest call) {
    Computation computation = computation(call);
    if (!computation.enabled()) {
      throw ApiException.of(
          ProblemCode.CONFLICT,
          "This %s is disabled; enable it first.".formatted(ComputationNames.noun(kind)));
    }
    // audited first: a recorded sync that failed is better than an unrecorded sync
    trail.add(AuditStamp.of(call, clock.instant()), ComputationAuditFields.synced(computation));
    computations.sync(computation);
    ComputationResults.Report report =
        computations
            .reports(List.of(computation))
            .getOrDefault(computation.id(), ComputationResults.Report.bySettings(computation));
    return ApiResponse.json(
        202,
        ComputationView.of(
            computation,
            report,
            catalog.declarations().name(computation.id()),
            redaction.of(call)));
  }

  private Reply members(ApiRequest call) {
    Computation computation = computation(call);
    Query query = Query.of(call);
    Paging<String> paging = Paging.of(query, PageCursor.texts("members", computation.id()));
    ListExport.Format format = ListExport.format(query);
    String search =
        query.parameter(
            "search",
            text -> Optional.of(text).filter(t -> !t.isEmpty() && t.length() <= MAX_SEARCH_LENGTH),
            "must have 1 to " + MAX_SEARCH_LENGTH + " characters");
    query.check();
    Redaction hidden = redaction.of(call);
    UnaryOperator<ComputationResults.Member> redacted =
        member -> redacted(member, computation.key(), hidden);
    if (search != null) {
      if (hidesUsers(computation, hidden)) {
        // the results would tell what the caller may not see
        throw ApiException.invalid(
            List.of(
                new FieldError("search", "is not possible: user IDs are redacted for viewers")));
      }
      List<ComputationResults.Member> found =
          computations.find(computation, search, paging.limit());
      return ApiResponse.json(200, new Page<>(found, null).map(redacted));
    }
    if (format != ListExport.Format.JSON) {
      Function<@Nullable String, ListExport.Part<ComputationResults.Member, String>> part =
          cursor -> {
            Page<ComputationResults.Member> read = page(computation, cursor, ListExport.PAGE);
            return new ListExport.Part<>(read.map(redacted).data(), read.next());
          };
      return new ListExport<>(format, COLUMNS, part.apply(paging.after()), part)
          .response(computation.key());
    }
    Page<ComputationResults.Member> page = page(computation, paging.after(), paging.limit());
    return ApiResponse.json(200, paging.page(page.data(), page.next()).map(redacted));
  }

  private Page<ComputationResults.Member> page(
      Computation computation, @Nullable String after, int limit) {
    return computations.members(computation, after, limit).orElseThrow(PageCursor::invalid);
  }

  private static boolean hidesUsers(Computation computation, Redaction redaction) {
    return redaction.hides("userId")
        || (computation.id().kind() == ComputationKind.AUDIENCE
            && ComputedRedaction.hides(computation.key(), redaction));
  }

  private ApiResponse sizes(ApiRequest call) {
    Computation computation = computation(call);
    Query query = Query.of(call);
    Instant askedFrom = query.parameter("from", TimeText::parse, "must be " + TimeText.EXPECTED);
    Instant askedTo = query.parameter("to", TimeText::parse, "must be " + TimeText.EXPECTED);
    query.check();
    Instant to = askedTo == null ? clock.instant() : askedTo;
    Instant from = askedFrom == null ? to.minus(DEFAULT_RANGE) : askedFrom;
    if (!from.isBefore(to) || Duration.between(from, to).compareTo(MAX_RANGE) > 0) {
      throw ApiException.invalid(
          List.of(
              new FieldError(
                  "from", "must be before to, by at most %d days".formatted(MAX_RANGE.toDays()))));
    }
    return ApiResponse.json(200, new Page<>(computations.sizes(computation, from, to), null));
  }

  private Computation computation(ApiRequest call) {
    return ComputationId.parse(kind, call.path("id"))
        .flatMap(id -> catalog.current().computation(id))
        .orElseThrow(() -> ApiException.notFound(ComputationNames.noun(kind)));
  }

  /** Redacts a member like the message that tells receivers of it. */
  private static ComputationResults.Member redacted(
      ComputationResults.Member member, String key, Redaction redaction) {
    if (redaction.isNone()) {
      return member;
    }
    // to be listed at all tells the value of an audience
    boolean hidesUser =
        redaction.hides("userId")
            || (member.value() == null && ComputedRedaction.hides(key, redaction));
    return new ComputationResults.Member(
        hidesUser ? Redaction.MASK : member.userId(),
        value(member.value(), key, redaction),
        member.since());
  }

  /** The value as it is in such a message; all traits may be hidden at once. */
  private static @Nullable String value(@Nullable String value, String key, Redaction redaction) {
    if (value == null) {
      return null;
    }
    String before = TRAITS + "{" + Json.text((Object) key) + ":";
    String masked = redaction.masked(before + value + "}}");
    return masked.startsWith(before)
        ? masked.substring(before.length(), masked.length() - 2)
        : masked.substring(TRAITS.length(), masked.length() - 1);
  }
}
