package io.postrider.server.access;

import io.postrider.server.access.api.AuditResource;
import io.postrider.server.access.api.SessionResource;
import io.postrider.server.access.api.TokenResource;
import io.postrider.server.access.sql.SqlAuditTrail;
import io.postrider.server.access.sql.SqlTokenStore;
import io.postrider.server.config.Config;
import io.postrider.server.database.Database;
import io.postrider.server.database.SecretSeal;
import io.postrider.server.http.ClientAddress;
import io.postrider.server.http.ForwardedHeaders;
import io.postrider.server.http.admin.ApiRoutes;
import io.postrider.server.http.admin.Authenticator;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Supplier;

/** Access to the admin API: tokens, sessions and the audit trail. */
public final class AccessFeature implements AutoCloseable {

  private static final String SESSION_PURPOSE = "postrider session cookies, version 1";

  private final TokenUsage uses = new TokenUsage();
  private final TokenStore tokens;
  private final AuditTrail trail;
  private final SecretSeal seal;
  private final TokenUsageFlusher flusher;

  public AccessFeature(Database database, SecretSeal seal) {
    this.seal = seal;
    this.tokens = new SqlTokenStore(database);
    this.trail = new SqlAuditTrail(database);
    this.flusher = TokenUsageFlusher.start(uses, tokens);
  }

  /** The audit trail. */
  public AuditTrail trail() {
    return trail;
  }

  /** The authentication of the admin API, and the routes that belong to it. */
  public record AdminAccess(Authenticator authenticator, List<ApiRoutes> routes) {}

  /**
   * Makes the authentication of the admin API.
   *
   * @param root the operator's token
   * @param current the tokens that are valid now
   * @param refresh brings a change of tokens into force
   */
  public AdminAccess adminAccess(
      Config config,
      AdminToken root,
      Supplier<Tokens> current,
      Runnable refresh,
      KeyGenerator keys,
      InstantSource time) {
    Keyring keyring = new Keyring(root, current);
    SessionKey key =
        new SessionKey(
            () -> seal.derivedIfThere(SESSION_PURPOSE), () -> seal.derived(SESSION_PURPOSE));
    Sessions sessions = new Sessions(key, keyring);
    ForwardedHeaders forwarding =
        new ForwardedHeaders(new ClientAddress(config.http().trustedProxies()));
    AdminAuth auth = new AdminAuth(keyring, sessions, forwarding, uses, time);
    return new AdminAccess(
        auth,
        List.of(
            new SessionResource(auth, keyring, sessions, forwarding, uses, time),
            new TokenResource(tokens, refresh, uses, keys, time),
            new AuditResource(trail)));
  }

  @Override
  public void close() {
    flusher.close();
  }
}
