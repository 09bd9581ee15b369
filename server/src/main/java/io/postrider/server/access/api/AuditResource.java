package io.postrider.server.access.api;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.postrider.server.access.AuditEvent;
import io.postrider.server.access.AuditEvent.FieldChange;
import io.postrider.server.access.AuditTrail;
import io.postrider.server.database.Slice;
import io.postrider.server.http.admin.AccessRole;
import io.postrider.server.http.admin.ApiRequest;
import io.postrider.server.http.admin.ApiResponse;
import io.postrider.server.http.admin.ApiRoutes;
import io.postrider.server.http.admin.PageCursor;
import io.postrider.server.http.admin.Paging;
import io.postrider.server.http.admin.Query;
import io.postrider.server.http.admin.Resource;
import io.vertx.core.http.HttpMethod;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The admin API for the audit trail. Runs on any thread and blocks. */
public final class AuditResource implements ApiRoutes {

  static final int MAX_SUBJECT_LENGTH = 100;

  private final AuditTrail trail;

  public AuditResource(AuditTrail trail) {
    this.trail = trail;
  }

  private record Actor(@JsonProperty String id, @JsonProperty String name) {}

  private record View(
      @JsonProperty String id,
      @JsonProperty Instant at,
      @JsonProperty Actor actor,
      @JsonProperty String action,
      @JsonProperty AuditEvent.Subject resource,
      @JsonProperty List<FieldChange> changes) {}

  @Override
  public List<Resource> resources() {
    return List.of(Resource.at("/audit").on(HttpMethod.GET, AccessRole.EDITOR, this::list));
  }

  private ApiResponse list(ApiRequest call) {
    Query query = Query.of(call);
    Paging<Long> paging = Paging.of(query, PageCursor.numbers("audit"));
    String subject =
        query.parameter(
            "resource",
            text -> Optional.of(text).filter(id -> id.length() <= MAX_SUBJECT_LENGTH),
            "must be the ID of the changed resource, or workspace");
    query.check();
    Slice<AuditTrail.Entry> found =
        trail.page(paging.after(Long.MAX_VALUE), paging.limit(), subject);
    return ApiResponse.json(200, paging.page(found.items(), found.next()).map(AuditResource::view));
  }

  private static View view(AuditTrail.Entry entry) {
    return new View(
        "aud_" + entry.number(),
        entry.stamp().at(),
        new Actor(entry.stamp().actorId(), entry.stamp().actorName()),
        entry.event().action(),
        entry.event().subject(),
        entry.event().changes());
  }
}
