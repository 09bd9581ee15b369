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
 * Lets in whoever sends a token in the Authorization header, or the cookie of a session. A request
 * with an Authorization header is judged by that alone.
 *
 * <p>May be called from any thread and never blocks: it knows tokens by the catalog's snapshot, so
 * one that is revoked on another node may still work for a second or two.
 */
public final class AdminAuth implements Authenticator {

  private static final String SCHEME = "Bearer ";

  private final Keyring keyring;
  private final Sessions sessions;
  private final CsrfGuard sameSite;
  private final TokenUsage uses;
  private final InstantSource clock;

  public AdminAuth(
      Keyring keyring,
      Sessions sessions,
      ForwardedHeaders forwarding,
      TokenUsage uses,
      InstantSource clock) {
    this.keyring = keyring;
    this.sessions = sessions;
    this.sameSite = new CsrfGuard(forwarding);
    this.uses = uses;
    this.clock = clock;
  }

  /**
   * That somebody was let in.
   *
   * @param until until when; null if for good
   */
  public record Admission(Caller caller, @Nullable Instant until) {}

  @Override
  public Caller admit(RequestHead head) {
    return admission(head).caller();
  }

  public Admission admission(RequestHead head) {
    Instant now = clock.instant();
    List<String> authorizations = head.headers("Authorization");
    Admission admission =
        (authorizations.isEmpty() ? bySession(head, now) : byToken(authorizations, now))
            .orElseThrow(
                () -> unauthorized("Send a token (Authorization: Bearer <token>), or sign in."));
    uses.record(admission.caller(), now);
    return admission;
  }

  private Optional<Admission> byToken(List<String> authorizations, Instant now) {
    String header = authorizations.getFirst();
    if (authorizations.size() > 1 || !header.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
      return Optional.empty();
    }
    return keyring
        .find(TokenHash.of(header.substring(SCHEME.length()).strip()), now)
        .map(credential -> new Admission(credential.caller(), credential.expiresAt()));
  }

  private Optional<Admission> bySession(RequestHead head, Instant now) {
    Optional<Sessions.Session> session =
        SessionCookie.read(head).flatMap(text -> sessions.read(text, now));
    session.ifPresent(sound -> sameSite.check(head));
    return session.map(sound -> new Admission(sound.credential().caller(), sound.expiresAt()));
  }

  public static ApiException unauthorized(String detail) {
    return ApiException.with(
        ProblemCode.UNAUTHORIZED, detail, "WWW-Authenticate", "Bearer realm=\"postrider\"");
  }
}
