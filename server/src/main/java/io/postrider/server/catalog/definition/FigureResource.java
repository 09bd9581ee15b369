package io.postrider.server.catalog.definition;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.postrider.audience.Computation;
import io.postrider.audience.ComputationDefinition;
import io.postrider.audience.ComputationId;
import io.postrider.audience.ComputationKind;
import io.postrider.message.Redaction;
import io.postrider.server.access.AuditStamp;
import io.postrider.server.access.AuditTrail;
import io.postrider.server.access.RedactionPolicy;
import io.postrider.server.catalog.LiveCatalog;
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
import io.postrider.server.http.admin.TimeText;
import io.vertx.core.http.HttpMethod;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;

/**
 * What audiences, or computed traits, come to: previews, members, sizes, and syncs out of turn.
 *
 * <p>Its endpoints run on any thread and block.
 */
final class FigureResource implements ApiRoutes {

  /** How many users a preview shows. */
  static final int SAMPLE = 20;

  /** How long a stretch of time sizes are told of at once: as long as they are kept. */
  static final Duration LONGEST_RANGE = Duration.ofDays(90);

  private static final Duration USUAL_RANGE = Duration.ofDays(30);

  private final ComputationKind kind;
  private final ComputationFigures computations;
  private final ComputationRules rules;
  private final Environment environment;

  /** What it works with. */
  record Environment(
      LiveCatalog catalog, AuditTrail trail, RedactionPolicy discretion, InstantSource clock) {}

  FigureResource(
      ComputationKind kind,
      ComputationFigures computations,
      ComputationRules rules,
      Environment environment) {
    this.kind = kind;
    this.computations = computations;
    this.rules = rules;
    this.environment = environment;
  }

  @Override
  public List<Resource> resources() {
    String path = KindWords.path(kind);
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
    List<FieldError> errors =
        rules.problems(definition, environment.catalog.current().computations());
    if (!errors.isEmpty()) {
      throw ApiException.invalid(errors);
    }
    ComputationFigures.Preview preview = computations.preview(definition, SAMPLE);
    List<?> sample =
        switch (kind) {
          case AUDIENCE ->
              preview.sample().stream().map(ComputationFigures.Sampled::userId).toList();
          case TRAIT -> preview.sample();
        };
    return ApiResponse.json(
        200, new PreviewView(preview.size(), sample, preview.ofProfiles(), preview.exact()));
  }

  /** A sync changes nothing that the next one would not, so it may be told when it is ordered. */
  private ApiResponse sync(ApiRequest call) {
    Computation computation = computation(call);
    if (!computation.enabled()) {
      throw ApiException.of(
          ProblemCode.CONFLICT,
          "This %s is disabled: nothing is computed. Enable it first."
              .formatted(KindWords.noun(kind)));
    }
    computations.sync(computation);
    environment.trail.add(
        AuditStamp.of(call, environment.clock.instant()),
        ComputationAuditFields.synced(computation));
    ComputationFigures.Standing standing =
        computations
            .standings(List.of(computation))
            .getOrDefault(computation.id(), ComputationFigures.Standing.bySettings(computation));
    return ApiResponse.json(
        202,
        ComputationView.of(
            computation, standing, environment.catalog.declarations().name(computation.id())));
  }

  private ApiResponse members(ApiRequest call) {
    Computation computation = computation(call);
    Query query = Query.of(call);
    Paging<String> paging = Paging.of(query, PageCursor.texts("members", computation.id()));
    query.check();
    Redaction redaction = environment.discretion.of(call);
    Page<ComputationFigures.Member> page =
        computations
            .members(computation, paging.after(), paging.limit())
            .orElseThrow(PageCursor::invalid);
    return ApiResponse.json(
        200,
        paging
            .page(page.data(), page.next())
            .map(member -> RedactedMember.of(member, computation.key(), redaction)));
  }

  private ApiResponse sizes(ApiRequest call) {
    Computation computation = computation(call);
    Query query = Query.of(call);
    Instant askedFrom = query.parameter("from", TimeText::parse, "must be " + TimeText.EXPECTED);
    Instant askedTo = query.parameter("to", TimeText::parse, "must be " + TimeText.EXPECTED);
    query.check();
    Instant to = askedTo == null ? environment.clock.instant() : askedTo;
    Instant from = askedFrom == null ? to.minus(USUAL_RANGE) : askedFrom;
    if (!from.isBefore(to) || Duration.between(from, to).compareTo(LONGEST_RANGE) > 0) {
      throw ApiException.invalid(
          List.of(
              new FieldError(
                  "from",
                  "must lie before to, by %d days at most".formatted(LONGEST_RANGE.toDays()))));
    }
    return ApiResponse.json(200, new Page<>(computations.sizes(computation, from, to), null));
  }

  /** The one that a request is about, as it is in force here. */
  private Computation computation(ApiRequest call) {
    return ComputationId.parse(kind, call.path("id"))
        .flatMap(id -> environment.catalog.current().computation(id))
        .orElseThrow(
            () ->
                ApiException.of(
                    ProblemCode.NOT_FOUND,
                    "There is no %s of this id.".formatted(KindWords.noun(kind))));
  }
}
