package io.postrider.server.control.declared;

import io.postrider.server.control.AuditStamp;
import io.postrider.server.control.DestinationChange;
import io.postrider.server.control.KeyMaker;
import io.postrider.server.control.KeyRotation;
import io.postrider.server.control.LiveCatalog;
import io.postrider.server.control.LogPositions;
import io.postrider.server.control.audience.ComputationRules;
import java.time.Duration;
import java.time.InstantSource;

/**
 * Brings what a workspace file declares into force, whole or not at all.
 *
 * <p>May be called from any thread; it blocks. Where the log ends is read while the change is made,
 * as for every change of a destination.
 */
public final class DeclaredWorkspace {

  private final DeclarationStore store;
  private final Variables variables;
  private final Duration writeKeyGrace;
  private final Environment environment;

  /** What it works with. */
  public record Environment(
      LiveCatalog catalog,
      LogPositions log,
      KeyMaker keys,
      ComputationRules rules,
      InstantSource clock) {}

  /**
   * Changes what a store keeps.
   *
   * @param writeKeyGrace how long a write key works on after the file states another
   */
  public DeclaredWorkspace(
      DeclarationStore store,
      Variables variables,
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
   * @throws WrongFileException if anything is wrong; then nothing has changed
   */
  public DeclarationStore.Change apply(String text) {
    DeclaredFile file = FileForm.read(text, variables);
    DeclarationStore.Change change = store.apply(stamp(), state -> Plan.of(state, file, means()));
    environment.catalog.refresh();
    return change;
  }

  private AuditStamp stamp() {
    return new AuditStamp("workspace-file", "Workspace file", environment.clock.instant());
  }

  private Means means() {
    return new Means(
        environment.keys,
        new KeyRotation(writeKeyGrace),
        environment.clock.instant(),
        new DestinationChange.Reach(environment.log.first(), environment.log.end()),
        environment.rules);
  }
}
