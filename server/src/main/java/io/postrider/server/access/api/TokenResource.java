package io.postrider.server.access.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.postrider.server.access.AuditStamp;
import io.postrider.server.access.KeyGenerator;
import io.postrider.server.access.Token;
import io.postrider.server.access.TokenHash;
import io.postrider.server.access.TokenId;
import io.postrider.server.access.TokenUsage;
import io.postrider.server.access.sql.TokenStore;
import io.postrider.server.database.Slice;
import io.postrider.server.http.admin.AccessRole;
import io.postrider.server.http.admin.ApiException;
import io.postrider.server.http.admin.ApiRequest;
import io.postrider.server.http.admin.ApiResponse;
import io.postrider.server.http.admin.ApiRoutes;
import io.postrider.server.http.admin.Fields;
import io.postrider.server.http.admin.PageCursor;
import io.postrider.server.http.admin.Paging;
import io.postrider.server.http.admin.Query;
import io.postrider.server.http.admin.Resource;
import io.vertx.core.http.HttpMethod;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The admin API for tokens, for admins only. Endpoints run on any thread and block. A change is
 * applied on this node before it is answered.
 */
public final class TokenResource implements ApiRoutes {

  /** The maximum number of tokens. */
  public static final int MAX_TOKENS = 1_000;

  static final int MAX_NAME_LENGTH = 200;

  private final TokenStore store;
  private final Runnable refresh;
  private final TokenUsage uses;
  private final KeyGenerator keys;
  private final InstantSource clock;

  public TokenResource(
      TokenStore store, Runnable refresh, TokenUsage uses, KeyGenerator keys, InstantSource clock) {
    this.store = store;
    this.refresh = refresh;
    this.uses = uses;
    this.keys = keys;
    this.clock = clock;
  }

  /** A token as JSON; its text only in the response that creates it. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  private record View(
      @JsonProperty String id,
      @JsonProperty String name,
      @JsonProperty String role,
      @JsonProperty Instant createdAt,
      @JsonProperty @Nullable Instant lastUsedAt,
      @JsonProperty @Nullable Instant expiresAt,
      @JsonProperty @Nullable String token) {

    static View of(Token token, @Nullable Instant lastUsedAt, @Nullable String text) {
      return new View(
          token.id().toString(),
          token.name(),
          token.role().wireName(),
          token.createdAt(),
          lastUsedAt,
          token.expiresAt(),
          text);
    }
  }

  @Override
  public List<Resource> resources() {
    return List.of(
        Resource.at("/tokens")
            .on(HttpMethod.GET, AccessRole.ADMIN, this::list)
            .on(HttpMethod.POST, AccessRole.ADMIN, this::create),
        Resource.at("/tokens/:id").on(HttpMethod.DELETE, AccessRole.ADMIN, this::revoke));
  }

  private ApiResponse list(ApiRequest call) {
    Query query = Query.of(call);
    Paging<Long> paging = Paging.of(query, PageCursor.numbers("tokens"));
    query.check();
    Slice<Token> found = store.page(paging.after(0L), paging.limit());
    return ApiResponse.json(200, paging.page(found.items(), found.next()).map(this::view));
  }

  private View view(Token token) {
    return View.of(token, uses.of(token.id()).orElse(token.lastUsedAt()), null);
  }

  private ApiResponse create(ApiRequest call) {
    Instant now = clock.instant();
    Fields fields = Fields.of(call, Set.of("application/json")).require("name", "role");
    String name = fields.name("name", MAX_NAME_LENGTH);
    AccessRole role = fields.choice("role", AccessRole::parse, "viewer, editor or admin");
    Instant expiresAt = fields.time("expiresAt");
    if (expiresAt != null && !expiresAt.isAfter(now)) {
      fields.wrong("expiresAt", "must be in the future");
    }
    fields.readOnly("id", "token", "createdAt", "lastUsedAt");
    fields.check();
    String text = keys.token();
    Token token =
        new Token(
            keys.tokenId(),
            Objects.requireNonNull(name),
            Objects.requireNonNull(role),
            TokenHash.of(text),
            now.truncatedTo(ChronoUnit.MILLIS),
            null,
            expiresAt == null ? null : expiresAt.truncatedTo(ChronoUnit.MILLIS));
    if (!store.by(AuditStamp.of(call, now)).create(token, MAX_TOKENS)) {
      throw ApiException.limitReached(MAX_TOKENS, "tokens");
    }
    refresh.run();
    return ApiResponse.created("/api/tokens/" + token.id(), View.of(token, null, text));
  }

  private ApiResponse revoke(ApiRequest call) {
    boolean revoked =
        TokenId.parse(call.path("id"))
            .map(id -> store.by(AuditStamp.of(call, clock.instant())).revoke(id))
            .orElse(false);
    if (!revoked) {
      throw ApiException.notFound("token");
    }
    refresh.run();
    return ApiResponse.empty(204);
  }
}
