package io.postrider.server.store;

import io.postrider.route.Destination;
import io.postrider.route.DestinationId;
import io.postrider.route.Source;
import io.postrider.route.SourceId;
import io.postrider.server.control.Declarations;
import io.postrider.server.control.declared.DeclarationStore;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jdbi.v3.core.Handle;

/** What a workspace file declares, in SQL. */
public final class SqlDeclarationStore implements DeclarationStore {

  private final CatalogAccess access;
  private final DestinationRows destinations;

  /** Changes a database that was opened with {@link Schema#CATALOG}. */
  public SqlDeclarationStore(Database database, SecretSeal seal) {
    this.access = new CatalogAccess(database);
    this.destinations = new DestinationRows(seal);
  }

  @Override
  public Change apply(Function<State, Change> plan) {
    return access.change(
        handle -> {
          Declarations declared = DeclarationRows.read(handle);
          State state =
              new State(
                  SourceRows.all(handle),
                  List.copyOf(destinations.read(handle, Selection.all("destination")).values()),
                  declared);
          Change change = plan.apply(state);
          if (change.count() > 0 || !change.declarations().equals(declared)) {
            change(handle, change);
            DeclarationRows.replace(handle, change.declarations());
            CatalogAccess.raiseVersion(handle);
          }
          return change;
        });
  }

  /** What is removed goes first, so that what comes may have its write keys. */
  private void change(Handle handle, Change change) {
    for (SourceId gone : change.sources().removed()) {
      boolean _ = SourceRows.delete(handle, gone, change::end);
    }
    for (DestinationId gone : change.destinations().removed()) {
      handle.execute("delete from destination where id = ?", gone.bits());
    }
    for (Source source : change.sources().changed()) {
      handle.execute("delete from write_key where source_id = ?", source.id().bits());
    }
    for (Source source : change.sources().changed()) {
      Optional<Source> found = SourceRows.find(handle, source.id());
      SourceRows.replace(handle, found.orElseThrow(), source);
    }
    for (Source source : change.sources().made()) {
      CatalogAccess.raiseVersion(handle);
      SourceRows.insert(handle, source, CatalogAccess.version(handle));
      handle.execute("update catalog set had_source = true where id = 1");
    }
    for (Destination destination : change.destinations().changed()) {
      destinations.replace(handle, destination);
    }
    for (Destination destination : change.destinations().made()) {
      CatalogAccess.raiseVersion(handle);
      destinations.insert(handle, destination, CatalogAccess.version(handle));
    }
  }
}
