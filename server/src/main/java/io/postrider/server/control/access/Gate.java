package io.postrider.server.control.access;

import io.postrider.server.control.TokenHash;
import io.postrider.server.http.ApiException;
import io.postrider.server.http.Caller;
import io.postrider.server.http.ErrorCode;
import io.postrider.server.http.Forwarding;
import io.postrider.server.http.Gatekeeper;
import io.postrider.server.http.Head;
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
public final class Gate implements Gatekeeper {

  private static final String SCHEME = "Bearer ";

  private final Keyring keyring;
  private final Sessions sessions;
  private final SameSite sameSite;
  private final LastUses uses;
  private final InstantSource clock;

  public Gate(
      Keyring keyring,
      Sessions sessions,
      Forwarding forwarding,
      LastUses uses,
      InstantSource clock) {
    this.keyring = keyring;
    this.sessions = sessions;
    this.sameSite = new SameSite(forwarding);
    this.uses = uses;
    this.clock = clock;
  }

  /**
   * That somebody was let in.
   *
   * @param until until when; null if for good
   */
  record Admission(Caller caller, @Nullable Instant until) {}

  @Override
  public Caller admit(Head head) {
    return admission(head).caller();
  }

  Admission admission(Head head) {
    Instant now = clock.instant();
    List<String> authorizations = head.headers("Authorization");
    Admission admission =
        (authorizations.isEmpty() ? bySession(head, now) : byToken(authorizations, now))
            .orElseThrow(
                () -> unauthorized("Send a token (Authorization: Bearer <token>), or sign in."));
    uses.note(admission.caller(), now);
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

  private Optional<Admission> bySession(Head head, Instant now) {
    Optional<Sessions.Session> session =
        SessionCookie.read(head).flatMap(text -> sessions.read(text, now));
    session.ifPresent(sound -> sameSite.check(head));
    return session.map(sound -> new Admission(sound.credential().caller(), sound.expiresAt()));
  }

  static ApiException unauthorized(String detail) {
    return ApiException.with(
        ErrorCode.UNAUTHORIZED, detail, "WWW-Authenticate", "Bearer realm=\"postrider\"");
  }
}
