package io.postrider.server.access;

import io.postrider.server.NodeContext;
import io.postrider.server.access.api.AuditResource;
import io.postrider.server.access.api.SessionResource;
import io.postrider.server.access.api.TokenResource;
import io.postrider.server.access.sql.EndedSessionStore;
import io.postrider.server.access.sql.SqlAuditTrail;
import io.postrider.server.access.sql.TokenStore;
import io.postrider.server.background.BackgroundTask;
import io.postrider.server.config.Secret;
import io.postrider.server.database.CatalogAccess;
import io.postrider.server.database.DatabaseUnavailableException;
import io.postrider.server.database.Handle;
import io.postrider.server.http.ClientAddress;
import io.postrider.server.http.ForwardedHeaders;
import io.postrider.server.http.admin.ApiRoutes;
import io.postrider.server.http.admin.Authenticator;
import java.io.IOException;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Access to the admin API: tokens, sessions and the audit trail. */
public final class AccessFeature {

  private static final Logger LOG = LoggerFactory.getLogger(AccessFeature.class);
  private static final Duration FLUSH_INTERVAL = Duration.ofMinutes(1);
  private static final String SESSION_PURPOSE = "postrider session cookies, version 1";

  private final NodeContext node;
  private final TokenUsage uses = new TokenUsage();
  private final KeyGenerator keys = new KeyGenerator(new SecureRandom());
  private final TokenStore tokens;
  private final EndedSessionStore ended;
  private final AuditTrail trail;

  private AccessFeature(NodeContext node) {
    this.node = node;
    CatalogAccess database = new CatalogAccess(node.databases().catalog());
    this.tokens = new TokenStore(database);
    this.ended = new EndedSessionStore(database);
    this.trail = new SqlAuditTrail(database);
  }

  /** Starts saving the last uses of tokens; a crash loses those of the last minute. */
  public static AccessFeature open(NodeContext node) {
    AccessFeature access = new AccessFeature(node);
    node.closing().add(access::flushLast);
    node.closing()
        .add(
            BackgroundTask.start(
                BackgroundTask.Options.every(
                    FLUSH_INTERVAL, "token-uses", "Cannot save the last uses of tokens; retrying."),
                () -> {
                  access.uses.flush(access.tokens::used);
                  return false;
                }));
    return access;
  }

  private void flushLast() {
    try {
      uses.flush(tokens::used);
    } catch (DatabaseUnavailableException unavailable) {
      LOG.warn("Cannot save the last uses of tokens: {}", unavailable.getMessage());
    }
  }

  /** The audit trail. */
  public AuditTrail trail() {
    return trail;
  }

  /** Adds an audit entry within the transaction of its change; no entry if the stamp is null. */
  public static void audit(Handle handle, @Nullable AuditStamp stamp, AuditEvent event) {
    SqlAuditTrail.add(handle, stamp, event);
  }

  /** All tokens and ended sessions, read within a transaction. */
  public static Tokens tokens(Handle handle) {
    return new Tokens(TokenStore.all(handle), EndedSessionStore.all(handle));
  }

  /** The authentication of the admin API, and the routes that belong to it. */
  public record AdminAccess(Authenticator authenticator, List<ApiRoutes> routes) {}

  /**
   * Creates the authentication of the admin API.
   *
   * @param current the tokens that are valid now
   * @param refresh applies a change of tokens and sessions on this node
   */
  public AdminAccess adminAccess(Supplier<Tokens> current, Runnable refresh) throws IOException {
    TokenLookup keyring = new TokenLookup(AdminToken.of(operatorToken()), current);
    Sessions sessions = new Sessions(node.seal(), SESSION_PURPOSE, keyring, new SecureRandom());
    ForwardedHeaders forwarding =
        new ForwardedHeaders(new ClientAddress(node.config().http().trustedProxies()));
    InstantSource time = node.time();
    SignInGuard guard = new SignInGuard(forwarding, node.metrics());
    AdminAuth auth = new AdminAuth(keyring, sessions, forwarding, uses, guard, time);
    return new AdminAccess(
        auth,
        List.of(
            new SessionResource(auth, sessions, ended, refresh, forwarding, time),
            new TokenResource(tokens, refresh, uses, keys, time),
            new AuditResource(trail)));
  }

  private Secret operatorToken() throws IOException {
    Secret configured = node.config().admin().token();
    return configured.reveal().isEmpty()
        ? AdminToken.openOrCreate(node.manifest().folder(), keys)
        : configured;
  }
}
