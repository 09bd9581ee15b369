package io.postrider.server.control.audit;

import io.postrider.server.control.Token;

/** A token as the audit trail tells of it; of what it opens doors with, nothing. Pure. */
public final class TokenFacts {

  private TokenFacts() {}

  public static AuditEvent created(Token token) {
    return subject(token).created(of(token));
  }

  public static AuditEvent revoked(Token token) {
    return new AuditEvent("token.revoked", subject(token), of(token).changesTo(Facts.none()));
  }

  private static AuditEvent.Subject subject(Token token) {
    return new AuditEvent.Subject("token", token.id().toString(), token.name());
  }

  private static Facts of(Token token) {
    return Facts.none()
        .with("name", token.name())
        .with("role", token.role().wireName())
        .with("expiresAt", token.expiresAt());
  }
}
