package io.postrider.server.catalog;

import io.postrider.route.Workspace;
import io.postrider.server.access.AuditStamp;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * Where the workspace's settings are kept, their secret sealed.
 *
 * <p>May be called from any thread, and by several nodes at once; every call blocks. A change is
 * durable when its call returns, and raises the catalog's version in the same transaction. Every
 * call may throw {@link io.postrider.server.database.DatabaseUnavailableException} and {@link
 * io.postrider.server.database.UnreadableSecretException}.
 */
public interface WorkspaceStore {

  /** The same store, whose changes are told in the audit trail, each in its own transaction. */
  WorkspaceStore by(AuditStamp stamp);

  /**
   * The same store, whose changes first let {@code check} look at what the workspace file declares,
   * each in its own transaction. If it throws, nothing is changed.
   */
  WorkspaceStore checking(Consumer<Declarations> check);

  /** The settings as they are. */
  Workspace read();

  /**
   * Replaces the settings by what {@code change} makes of them. Changes never overlap: each sees
   * the one before. If {@code change} throws, nothing is changed.
   */
  Workspace change(UnaryOperator<Workspace> change);
}
