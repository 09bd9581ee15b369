package io.postrider.server.catalog.workspace;

import io.postrider.server.access.AuditStamp;
import io.postrider.server.access.KeyGenerator;
import io.postrider.server.catalog.DestinationChange;
import io.postrider.server.catalog.KeyRotation;
import io.postrider.server.catalog.LiveCatalog;
import io.postrider.server.catalog.LogPositions;
import io.postrider.server.catalog.definition.ComputationRules;
import java.time.Duration;
import java.time.InstantSource;

/**
 * Brings what a workspace file declares into force, whole or not at all.
 *
 * <p>May be called from any thread; it blocks. Where the log ends is read while the change is made,
 * as for every change of a destination.
 */
public final class WorkspaceApplier {

  private final DeclarationStore store;
  private final EnvironmentVariables variables;
  private final Duration writeKeyGrace;
  private final Environment environment;

  /** What it works with. */
  public record Environment(
      LiveCatalog catalog,
      LogPositions log,
      KeyGenerator keys,
      ComputationRules rules,
      InstantSource clock) {}

  /**
   * Changes what a store keeps.
   *
   * @param writeKeyGrace how long a write key works on after the file states another
   */
  public WorkspaceApplier(
      DeclarationStore store,
      EnvironmentVariables variables,
      Duration writeKeyGrace,
      Environment environment) {
    this.store = store;
    this.variables = variables;
    this.writeKeyGrace = writeKeyGrace;
    this.environment = environment;
  }

  /**
   * Makes everything as a text declares it; it is in force on this node when this returns.
   *
   * @throws InvalidWorkspaceFileException if anything is wrong; then nothing has changed
   */
  public DeclarationStore.Change apply(String text) {
    DeclaredFile file = WorkspaceFileForm.read(text, variables);
    DeclarationStore.Change change =
        store.apply(stamp(), state -> WorkspacePlan.of(state, file, means()));
    environment.catalog.refresh();
    return change;
  }

  private AuditStamp stamp() {
    return new AuditStamp("workspace-file", "Workspace file", environment.clock.instant());
  }

  private PlanInputs means() {
    return new PlanInputs(
        environment.keys,
        new KeyRotation(writeKeyGrace),
        environment.clock.instant(),
        new DestinationChange.Reach(environment.log.first(), environment.log.end()),
        environment.rules);
  }
}
