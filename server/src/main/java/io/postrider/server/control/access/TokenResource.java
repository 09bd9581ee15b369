package io.postrider.server.control.access;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.postrider.server.control.ApiPart;
import io.postrider.server.control.AuditStamp;
import io.postrider.server.control.KeyMaker;
import io.postrider.server.control.LiveCatalog;
import io.postrider.server.control.Paging;
import io.postrider.server.control.Token;
import io.postrider.server.control.TokenHash;
import io.postrider.server.control.TokenId;
import io.postrider.server.http.AccessRole;
import io.postrider.server.http.Answer;
import io.postrider.server.http.ApiException;
import io.postrider.server.http.Call;
import io.postrider.server.http.ErrorCode;
import io.postrider.server.http.Fields;
import io.postrider.server.http.ListCursors;
import io.postrider.server.http.Query;
import io.postrider.server.http.Resource;
import io.vertx.core.http.HttpMethod;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The part of the admin API that hands out tokens and revokes them; for admins alone.
 *
 * <p>Its endpoints run on any thread and block. A change is in force on this node before it is
 * answered.
 */
public final class TokenResource implements ApiPart {

  /** How many tokens there may be. */
  public static final int MOST_TOKENS = 1_000;

  static final int LONGEST_NAME = 200;

  private final TokenStore store;
  private final LiveCatalog catalog;
  private final LastUses uses;
  private final KeyMaker keys;
  private final InstantSource clock;

  /** Serves the tokens of a store. */
  public TokenResource(
      TokenStore store, LiveCatalog catalog, LastUses uses, KeyMaker keys, InstantSource clock) {
    this.store = store;
    this.catalog = catalog;
    this.uses = uses;
    this.keys = keys;
    this.clock = clock;
  }

  /** A token as it is shown; itself only in the answer that makes it. */
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

  private record Page(
      @JsonProperty List<View> data,
      @JsonProperty @JsonInclude(JsonInclude.Include.ALWAYS) @Nullable String next) {}

  @Override
  public List<Resource> resources() {
    return List.of(
        Resource.at("/tokens")
            .on(HttpMethod.GET, AccessRole.ADMIN, this::list)
            .on(HttpMethod.POST, AccessRole.ADMIN, this::create),
        Resource.at("/tokens/:id").on(HttpMethod.DELETE, AccessRole.ADMIN, this::revoke));
  }

  private Answer list(Call call) {
    Query query = Query.of(call);
    Paging paging = Paging.of(query, ListCursors.of("tokens"));
    query.check();
    TokenStore.Page page = store.page(paging.after(), paging.limit());
    return Answer.json(
        200, new Page(page.tokens().stream().map(this::view).toList(), paging.next(page.next())));
  }

  private View view(Token token) {
    return View.of(token, uses.of(token.id()).orElse(token.lastUsedAt()), null);
  }

  private Answer create(Call call) {
    Instant now = clock.instant();
    Fields fields = Fields.of(call, Set.of("application/json")).require("name", "role");
    String name = fields.text("name", LONGEST_NAME);
    AccessRole role = fields.choice("role", AccessRole::parse, "viewer, editor or admin");
    Instant expiresAt = fields.time("expiresAt");
    if (expiresAt != null && !expiresAt.isAfter(now)) {
      fields.wrong("expiresAt", "must lie in the future");
    }
    fields.refuse("cannot be set", "id", "token", "createdAt", "lastUsedAt");
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
    if (!store.by(AuditStamp.of(call, now)).create(token, MOST_TOKENS)) {
      throw ApiException.of(
          ErrorCode.LIMIT_REACHED, "There may be %,d tokens.".formatted(MOST_TOKENS));
    }
    catalog.refresh();
    return Answer.created("/api/tokens/" + token.id(), View.of(token, null, text));
  }

  private Answer revoke(Call call) {
    boolean revoked =
        TokenId.parse(call.path("id"))
            .map(id -> store.by(AuditStamp.of(call, clock.instant())).revoke(id))
            .orElse(false);
    if (!revoked) {
      throw ApiException.of(ErrorCode.NOT_FOUND, "There is no token of this id.");
    }
    catalog.refresh();
    return Answer.empty(204);
  }
}
