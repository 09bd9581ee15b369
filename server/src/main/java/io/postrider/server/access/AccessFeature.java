package io.postrider.server.access;

import io.postrider.server.access.api.AuditResource;
import io.postrider.server.access.api.SessionResource;
import io.postrider.server.access.api.TokenResource;
import io.postrider.server.access.sql.SqlAuditTrail;
import io.postrider.server.access.sql.SqlTokenStore;
import io.postrider.server.catalog.LiveCatalog;
import io.postrider.server.catalog.WorkspaceStore;
import io.postrider.server.catalog.api.WorkspaceResource;
import io.postrider.server.catalog.sql.SqlWorkspaceStore;
import io.postrider.server.config.Config;
import io.postrider.server.database.Database;
import io.postrider.server.database.SecretSeal;
import io.postrider.server.http.ClientAddress;
import io.postrider.server.http.ForwardedHeaders;
import io.postrider.server.http.admin.ApiRoutes;
import io.postrider.server.http.admin.Authenticator;
import java.time.InstantSource;
import java.util.List;

/** Access to the admin API: tokens, sessions, the audit trail and the workspace's settings. */
public final class AccessFeature implements AutoCloseable {

  private static final String SESSION_PURPOSE = "postrider session cookies, version 1";

  private final TokenUsage uses = new TokenUsage();
  private final TokenStore tokens;
  private final WorkspaceStore workspace;
  private final AuditTrail trail;
  private final SecretSeal seal;
  private final TokenUsageFlusher keeper;

  public AccessFeature(Database database, SecretSeal seal) {
    this.seal = seal;
    this.tokens = new SqlTokenStore(database);
    this.workspace = new SqlWorkspaceStore(database, seal);
    this.trail = new SqlAuditTrail(database);
    this.keeper = TokenUsageFlusher.start(uses, tokens);
  }

  /** Who changed what. */
  public AuditTrail trail() {
    return trail;
  }

  /** Who lets callers in, and the paths that go with it. */
  public record Door(Authenticator gatekeeper, List<ApiRoutes> parts) {}

  public Door door(
      Config config, AdminToken root, LiveCatalog catalog, KeyGenerator keys, InstantSource time) {
    Keyring keyring = new Keyring(root, catalog::tokens);
    SessionKey key =
        new SessionKey(
            () -> seal.derivedIfThere(SESSION_PURPOSE), () -> seal.derived(SESSION_PURPOSE));
    Sessions sessions = new Sessions(key, keyring);
    ForwardedHeaders forwarding =
        new ForwardedHeaders(new ClientAddress(config.http().trustedProxies()));
    AdminAuth gate = new AdminAuth(keyring, sessions, forwarding, uses, time);
    return new Door(
        gate,
        List.of(
            new SessionResource(gate, keyring, sessions, forwarding, uses, time),
            new TokenResource(tokens, catalog, uses, keys, time),
            new AuditResource(trail),
            new WorkspaceResource(workspace, catalog, time)));
  }

  @Override
  public void close() {
    keeper.close();
  }
}
