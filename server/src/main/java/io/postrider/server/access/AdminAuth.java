package io.postrider.server.access;

import io.postrider.server.http.ForwardedHeaders;
import io.postrider.server.http.RequestHead;
import io.postrider.server.http.admin.ApiException;
import io.postrider.server.http.admin.Authenticator;
import io.postrider.server.http.admin.Caller;
import io.postrider.server.http.admin.ProblemCode;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Authenticates callers of the admin API by token or session cookie. With an Authorization header,
 * the cookie is ignored.
 *
 * <p>May be called from any thread and never blocks. It uses the tokens of the catalog snapshot, so
 * a token that is revoked on another node may stay valid for up to two seconds.
 */
public final class AdminAuth implements Authenticator {

  private static final String SCHEME = "Bearer ";

  private final TokenLookup keyring;
  private final Sessions sessions;
  private final CsrfGuard csrf;
  private final TokenUsage uses;
  private final InstantSource clock;

  public AdminAuth(
      TokenLookup keyring,
      Sessions sessions,
      ForwardedHeaders forwarding,
      TokenUsage uses,
      InstantSource clock) {
    this.keyring = keyring;
    this.sessions = sessions;
    this.csrf = new CsrfGuard(forwarding);
    this.uses = uses;
    this.clock = clock;
  }

  /**
   * An authenticated caller.
   *
   * @param until when the authentication ends; null if never
   */
  public record Authentication(Caller caller, @Nullable Instant until) {}

  @Override
  public Caller authenticate(RequestHead head) {
    return authentication(head).caller();
  }

  public Authentication authentication(RequestHead head) {
    Instant now = clock.instant();
    List<String> authorizations = head.headers("Authorization");
    Authentication authentication =
        (authorizations.isEmpty() ? bySession(head, now) : byToken(authorizations, now))
            .orElseThrow(
                () -> unauthorized("Send a token (Authorization: Bearer <token>), or sign in."));
    uses.record(authentication.caller(), now);
    return authentication;
  }

  private Optional<Authentication> byToken(List<String> authorizations, Instant now) {
    String header = authorizations.getFirst();
    if (authorizations.size() > 1 || !header.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
      return Optional.empty();
    }
    return keyring
        .find(TokenHash.of(header.substring(SCHEME.length()).strip()), now)
        .map(credential -> new Authentication(credential.caller(), credential.expiresAt()));
  }

  private Optional<Authentication> bySession(RequestHead head, Instant now) {
    Optional<Sessions.Session> session =
        SessionCookie.read(head).flatMap(text -> sessions.read(text, now));
    session.ifPresent(valid -> csrf.check(head));
    return session.map(valid -> new Authentication(valid.credential().caller(), valid.expiresAt()));
  }

  public static ApiException unauthorized(String detail) {
    return ApiException.with(
        ProblemCode.UNAUTHORIZED, detail, "WWW-Authenticate", "Bearer realm=\"postrider\"");
  }
}
