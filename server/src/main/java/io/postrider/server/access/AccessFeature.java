package io.postrider.server.access;

import io.postrider.server.NodeContext;
import io.postrider.server.access.api.AuditResource;
import io.postrider.server.access.api.SessionResource;
import io.postrider.server.access.api.TokenResource;
import io.postrider.server.access.sql.SqlAuditTrail;
import io.postrider.server.access.sql.SqlTokenStore;
import io.postrider.server.config.Secret;
import io.postrider.server.database.SecretSeal;
import io.postrider.server.http.ClientAddress;
import io.postrider.server.http.ForwardedHeaders;
import io.postrider.server.http.admin.ApiRoutes;
import io.postrider.server.http.admin.Authenticator;
import java.io.IOException;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Supplier;

/** Access to the admin API: tokens, sessions and the audit trail. */
public final class AccessFeature {

  private static final String SESSION_PURPOSE = "postrider session cookies, version 1";

  private final NodeContext node;
  private final TokenUsage uses = new TokenUsage();
  private final KeyGenerator keys = new KeyGenerator(new SecureRandom());
  private final TokenStore tokens;
  private final AuditTrail trail;

  private AccessFeature(NodeContext node) {
    this.node = node;
    this.tokens = new SqlTokenStore(node.databases().catalog());
    this.trail = new SqlAuditTrail(node.databases().catalog());
  }

  /** Starts saving when tokens were last used. */
  public static AccessFeature open(NodeContext node) {
    AccessFeature access = new AccessFeature(node);
    node.closing().add(TokenUsageFlusher.start(access.uses, access.tokens));
    return access;
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
   * @param current the tokens that are valid now
   * @param refresh brings a change of tokens into force
   */
  public AdminAccess adminAccess(Supplier<Tokens> current, Runnable refresh) throws IOException {
    Keyring keyring = new Keyring(AdminToken.of(operatorToken()), current);
    SecretSeal seal = node.seal();
    SessionKey key =
        new SessionKey(
            () -> seal.derivedIfThere(SESSION_PURPOSE), () -> seal.derived(SESSION_PURPOSE));
    Sessions sessions = new Sessions(key, keyring);
    ForwardedHeaders forwarding =
        new ForwardedHeaders(new ClientAddress(node.config().http().trustedProxies()));
    InstantSource time = node.time();
    AdminAuth auth = new AdminAuth(keyring, sessions, forwarding, uses, time);
    return new AdminAccess(
        auth,
        List.of(
            new SessionResource(auth, keyring, sessions, forwarding, uses, time),
            new TokenResource(tokens, refresh, uses, keys, time),
            new AuditResource(trail)));
  }

  private Secret operatorToken() throws IOException {
    Secret configured = node.config().admin().token();
    return configured.reveal().isEmpty()
        ? AdminTokenFile.openOrCreate(node.folder(), keys)
        : configured;
  }
}
