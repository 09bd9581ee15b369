package io.postrider.server.access;

/** A token as the audit trail tells of it; of what it opens doors with, nothing. Pure. */
public final class TokenAuditFields {

  private TokenAuditFields() {}

  public static AuditEvent created(Token token) {
    return subject(token).created(of(token));
  }

  public static AuditEvent revoked(Token token) {
    return new AuditEvent("token.revoked", subject(token), of(token).changesTo(AuditFields.none()));
  }

  private static AuditEvent.Subject subject(Token token) {
    return new AuditEvent.Subject("token", token.id().toString(), token.name());
  }

  private static AuditFields of(Token token) {
    return AuditFields.none()
        .with("name", token.name())
        .with("role", token.role().wireName())
        .with("expiresAt", token.expiresAt());
  }
}
