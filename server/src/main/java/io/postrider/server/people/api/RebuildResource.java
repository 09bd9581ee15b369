package io.postrider.server.people.api;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.postrider.server.access.AuditEvent;
import io.postrider.server.access.AuditStamp;
import io.postrider.server.access.AuditTrail;
import io.postrider.server.http.admin.AccessRole;
import io.postrider.server.http.admin.ApiRequest;
import io.postrider.server.http.admin.ApiResponse;
import io.postrider.server.http.admin.ApiRoutes;
import io.postrider.server.http.admin.Query;
import io.postrider.server.http.admin.Resource;
import io.postrider.server.people.profile.ProfileRebuild;
import io.vertx.core.http.HttpMethod;
import java.time.InstantSource;
import java.util.List;

/** The endpoint that rebuilds all profiles from the log and reports the progress. */
public final class RebuildResource implements ApiRoutes {

  private static final AuditEvent.Subject PROFILES =
      new AuditEvent.Subject("profiles", "profiles", "Profiles");

  private final ProfileRebuild rebuild;
  private final AuditTrail trail;
  private final InstantSource clock;

  public RebuildResource(ProfileRebuild rebuild, AuditTrail trail, InstantSource clock) {
    this.rebuild = rebuild;
    this.trail = trail;
    this.clock = clock;
  }

  private record View(
      @JsonProperty boolean running, @JsonProperty long done, @JsonProperty long total) {}

  @Override
  public List<Resource> resources() {
    return List.of(
        Resource.at("/profile-rebuild")
            .on(HttpMethod.GET, this::read)
            .on(HttpMethod.POST, AccessRole.ADMIN, this::start));
  }

  private ApiResponse read(ApiRequest call) {
    Query.of(call).check();
    return ApiResponse.json(200, view());
  }

  private ApiResponse start(ApiRequest call) {
    Query.of(call).check();
    // audited first: a recorded start that failed is better than an unrecorded start
    trail.add(
        AuditStamp.of(call, clock.instant()),
        new AuditEvent("profiles.rebuilt", PROFILES, List.of()));
    rebuild.start();
    return ApiResponse.json(202, view());
  }

  private View view() {
    return rebuild
        .progress()
        .map(progress -> new View(true, progress.done(), progress.total()))
        .orElse(new View(false, 0, 0));
  }
}
