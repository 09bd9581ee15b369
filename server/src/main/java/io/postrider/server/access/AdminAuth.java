package io.postrider.server.access;

import io.postrider.server.access.TokenLookup.Credential;
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

  static final String HOW = "Send a token (Authorization: Bearer <token>), or sign in.";

  private static final String SCHEME = "Bearer ";

  private final TokenLookup keyring;
  private final Sessions sessions;
  private final CsrfGuard csrf;
  private final TokenUsage uses;
  private final SignInGuard guard;
  private final InstantSource clock;

  public AdminAuth(
      TokenLookup keyring,
      Sessions sessions,
      ForwardedHeaders forwarding,
      TokenUsage uses,
      SignInGuard guard,
      InstantSource clock) {
    this.keyring = keyring;
    this.sessions = sessions;
    this.csrf = new CsrfGuard(forwarding);
    this.uses = uses;
    this.guard = guard;
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
        authorizations.isEmpty() ? bySession(head, now) : byToken(authorizations, head, now);
    uses.record(authentication.caller(), now);
    return authentication;
  }

  /**
   * The credential of a token that is exchanged for a session.
   *
   * @throws ApiException if it is invalid, or there were too many failures
   */
  public Credential signIn(String token, RequestHead head, Instant now) {
    Credential found = keyring.find(TokenHash.of(token), now).orElse(null);
    Credential credential = guard.check(SignInGuard.Method.SIGN_IN, head, found, now);
    uses.record(credential.caller(), now);
    return credential;
  }

  private Authentication byToken(List<String> authorizations, RequestHead head, Instant now) {
    String header = authorizations.getFirst();
    boolean bearer =
        authorizations.size() == 1 && header.regionMatches(true, 0, SCHEME, 0, SCHEME.length());
    Optional<Credential> found =
        bearer
            ? keyring.find(TokenHash.of(header.substring(SCHEME.length()).strip()), now)
            : Optional.empty();
    Credential credential = guard.check(SignInGuard.Method.TOKEN, head, found.orElse(null), now);
    return new Authentication(credential.caller(), credential.expiresAt());
  }

  private Authentication bySession(RequestHead head, Instant now) {
    String cookie = SessionCookie.read(head).orElseThrow(() -> unauthorized(HOW));
    Optional<Sessions.Session> session = sessions.read(cookie, now);
    if (session.isEmpty()) {
      guard.failedSession();
      throw unauthorized(HOW);
    }
    csrf.check(head);
    return new Authentication(session.get().credential().caller(), session.get().expiresAt());
  }

  public static ApiException unauthorized(String detail) {
    return ApiException.with(
        ProblemCode.UNAUTHORIZED, detail, "WWW-Authenticate", "Bearer realm=\"postrider\"");
  }
}
