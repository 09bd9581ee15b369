package io.postrider.server.access.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.postrider.server.access.AdminAuth;
import io.postrider.server.access.CsrfGuard;
import io.postrider.server.access.SessionCookie;
import io.postrider.server.access.Sessions;
import io.postrider.server.access.SignInThrottle;
import io.postrider.server.access.TokenHash;
import io.postrider.server.access.TokenLookup;
import io.postrider.server.access.TokenLookup.Credential;
import io.postrider.server.access.TokenUsage;
import io.postrider.server.http.ForwardedHeaders;
import io.postrider.server.http.RequestHead;
import io.postrider.server.http.admin.ApiException;
import io.postrider.server.http.admin.ApiRequest;
import io.postrider.server.http.admin.ApiResponse;
import io.postrider.server.http.admin.ApiRoutes;
import io.postrider.server.http.admin.Caller;
import io.postrider.server.http.admin.Fields;
import io.postrider.server.http.admin.Json;
import io.postrider.server.http.admin.ProblemCode;
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

  private final AdminAuth auth;
  private final TokenLookup keyring;
  private final Sessions sessions;
  private final ForwardedHeaders forwarding;
  private final CsrfGuard csrf;
  private final TokenUsage uses;
  private final InstantSource clock;
  private final SignInThrottle throttle = new SignInThrottle();

  public SessionResource(
      AdminAuth auth,
      TokenLookup keyring,
      Sessions sessions,
      ForwardedHeaders forwarding,
      TokenUsage uses,
      InstantSource clock) {
    this.auth = auth;
    this.keyring = keyring;
    this.sessions = sessions;
    this.forwarding = forwarding;
    this.csrf = new CsrfGuard(forwarding);
    this.uses = uses;
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
    Credential credential = credential(Objects.requireNonNull(text).strip(), head, now);
    uses.record(credential.caller(), now);
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

  private Credential credential(String token, RequestHead head, Instant now) {
    String client = forwarding.client(head);
    Optional<Duration> wait = throttle.charge(client, now);
    if (wait.isPresent()) {
      throw ApiException.with(
          ProblemCode.TOO_MANY_REQUESTS,
          "Too many failed sign-ins from your address; retry later.",
          "Retry-After",
          Long.toString(wait.get().plusMillis(999).toSeconds()));
    }
    Credential credential =
        keyring
            .find(TokenHash.of(token), now)
            .orElseThrow(() -> AdminAuth.unauthorized("The token is invalid."));
    throttle.refund(client, now);
    return credential;
  }

  private ApiResponse signOut(ApiRequest call) {
    RequestHead head = call.head();
    if (SessionCookie.read(head).isPresent()) {
      csrf.check(head);
    }
    return new ApiResponse(
        204, Map.of("Set-Cookie", SessionCookie.cleared(forwarding.isHttps(head))), new byte[0]);
  }
}
