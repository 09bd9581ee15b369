package io.postrider.server;

import io.postrider.server.config.Config;
import io.postrider.server.control.AdminToken;
import io.postrider.server.control.ApiPart;
import io.postrider.server.control.KeyMaker;
import io.postrider.server.control.LiveCatalog;
import io.postrider.server.control.access.Gate;
import io.postrider.server.control.access.Keyring;
import io.postrider.server.control.access.LastUses;
import io.postrider.server.control.access.LastUsesKeeper;
import io.postrider.server.control.access.SessionKey;
import io.postrider.server.control.access.SessionResource;
import io.postrider.server.control.access.Sessions;
import io.postrider.server.control.access.TokenResource;
import io.postrider.server.control.access.TokenStore;
import io.postrider.server.control.audit.AuditResource;
import io.postrider.server.control.audit.AuditTrail;
import io.postrider.server.control.workspace.WorkspaceResource;
import io.postrider.server.control.workspace.WorkspaceStore;
import io.postrider.server.http.ClientAddress;
import io.postrider.server.http.Forwarding;
import io.postrider.server.http.Gatekeeper;
import io.postrider.server.store.Database;
import io.postrider.server.store.SecretSeal;
import io.postrider.server.store.SqlAuditTrail;
import io.postrider.server.store.SqlTokenStore;
import io.postrider.server.store.SqlWorkspaceStore;
import java.time.InstantSource;
import java.util.List;

/** Access to the admin API: tokens, sessions, the audit trail and the workspace's settings. */
final class AccessPart implements AutoCloseable {

  private static final String SESSION_PURPOSE = "postrider session cookies, version 1";

  private final LastUses uses = new LastUses();
  private final TokenStore tokens;
  private final WorkspaceStore workspace;
  private final AuditTrail trail;
  private final SecretSeal seal;
  private final LastUsesKeeper keeper;

  AccessPart(Database database, SecretSeal seal) {
    this.seal = seal;
    this.tokens = new SqlTokenStore(database);
    this.workspace = new SqlWorkspaceStore(database, seal);
    this.trail = new SqlAuditTrail(database);
    this.keeper = LastUsesKeeper.start(uses, tokens);
  }

  /** Who changed what. */
  AuditTrail trail() {
    return trail;
  }

  /** Who lets callers in, and the paths that go with it. */
  record Door(Gatekeeper gatekeeper, List<ApiPart> parts) {}

  Door door(
      Config config, AdminToken root, LiveCatalog catalog, KeyMaker keys, InstantSource time) {
    Keyring keyring = new Keyring(root, catalog::tokens);
    SessionKey key =
        new SessionKey(
            () -> seal.derivedIfThere(SESSION_PURPOSE), () -> seal.derived(SESSION_PURPOSE));
    Sessions sessions = new Sessions(key, keyring);
    Forwarding forwarding = new Forwarding(new ClientAddress(config.http().trustedProxies()));
    Gate gate = new Gate(keyring, sessions, forwarding, uses, time);
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
