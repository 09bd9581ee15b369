package io.postrider.server.access.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.postrider.server.access.AdminAuth;
import io.postrider.server.access.CsrfGuard;
import io.postrider.server.access.SessionCookie;
import io.postrider.server.access.Sessions;
import io.postrider.server.access.TokenLookup.Credential;
import io.postrider.server.access.sql.EndedSessionStore;
import io.postrider.server.http.ForwardedHeaders;
import io.postrider.server.http.RequestHead;
import io.postrider.server.http.admin.ApiException;
import io.postrider.server.http.admin.ApiRequest;
import io.postrider.server.http.admin.ApiResponse;
import io.postrider.server.http.admin.ApiRoutes;
import io.postrider.server.http.admin.Caller;
import io.postrider.server.http.admin.Fields;
import io.postrider.server.http.admin.Json;
import io.postrider.server.http.admin.Resource;
import io.vertx.core.http.HttpMethod;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The admin API for sessions: exchanges a token for a session cookie, and ends the session.
 * Endpoints run on any thread.
 *
 * <p>The path needs no authentication; each method does its own.
 */
public final class SessionResource implements ApiRoutes {

  /** The maximum length of a token. */
  public static final int MAX_TOKEN_LENGTH = 500;

  private static final Duration RETRY_AFTER = Duration.ofHours(1);

  private final AdminAuth auth;
  private final Sessions sessions;
  private final EndedSessionStore ended;
  private final Runnable refresh;
  private final ForwardedHeaders forwarding;
  private final CsrfGuard csrf;
  private final InstantSource clock;

  /**
   * Serves sessions.
   *
   * @param refresh applies the end of a session on this node
   */
  public SessionResource(
      AdminAuth auth,
      Sessions sessions,
      EndedSessionStore ended,
      Runnable refresh,
      ForwardedHeaders forwarding,
      InstantSource clock) {
    this.auth = auth;
    this.sessions = sessions;
    this.ended = ended;
    this.refresh = refresh;
    this.forwarding = forwarding;
    this.csrf = new CsrfGuard(forwarding);
    this.clock = clock;
  }

  @JsonInclude(JsonInclude.Include.NON_NULL)
  private record View(
      @JsonProperty String name,
      @JsonProperty String role,
      @JsonProperty @Nullable Instant expiresAt) {

    static View of(Caller caller, @Nullable Instant expiresAt) {
      return new View(caller.name(), caller.role().wireName(), expiresAt);
    }
  }

  @Override
  public List<Resource> resources() {
    return List.of(
        Resource.open("/session")
            .on(HttpMethod.GET, this::read)
            .on(HttpMethod.POST, this::signIn)
            .on(HttpMethod.DELETE, this::signOut));
  }

  private ApiResponse read(ApiRequest call) {
    AdminAuth.Authentication authentication = auth.authentication(call.head());
    return ApiResponse.json(200, View.of(authentication.caller(), authentication.until()));
  }

  private ApiResponse signIn(ApiRequest call) {
    RequestHead head = call.head();
    csrf.checkOrigin(head);
    Fields fields = Fields.of(call, Set.of("application/json")).require("token");
    String text = fields.text("token", MAX_TOKEN_LENGTH);
    fields.check();
    Instant now = clock.instant();
    Credential credential = auth.signIn(Objects.requireNonNull(text).strip(), head, now);
    Instant expiresAt = Sessions.end(credential, now);
    String cookie =
        SessionCookie.set(
            sessions.issued(credential, expiresAt),
            Duration.between(now, expiresAt),
            forwarding.isHttps(head));
    return new ApiResponse(
        200,
        Map.of("Content-Type", "application/json", "Set-Cookie", cookie),
        Json.write(View.of(credential.caller(), expiresAt)));
  }

  private ApiResponse signOut(ApiRequest call) {
    RequestHead head = call.head();
    Optional<String> cookie = SessionCookie.read(head);
    if (cookie.isPresent()) {
      csrf.check(head);
      Instant now = clock.instant();
      sessions.read(cookie.get(), now).ifPresent(session -> end(session, now));
    }
    return new ApiResponse(
        204, Map.of("Set-Cookie", SessionCookie.cleared(forwarding.isHttps(head))), new byte[0]);
  }

  /** From here on the cookie is invalid, also after a restart and on other nodes. */
  private void end(Sessions.Session session, Instant now) {
    if (!ended.end(session.id(), session.expiresAt(), now)) {
      throw ApiException.unavailable(
          "Too many sessions ended within 12 hours. Revoke the token to end its sessions.",
          RETRY_AFTER);
    }
    refresh.run();
  }
}
