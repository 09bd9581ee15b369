package io.postrider.server.catalog.sql;

import io.postrider.audience.ComputationId;
import io.postrider.id.DestinationId;
import io.postrider.id.SourceId;
import io.postrider.server.catalog.Declarations;
import io.postrider.server.catalog.Declarations.DeclaredSource;
import io.postrider.server.database.Handle;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * How it lies in its table what the workspace file declares. Settings of the workspace have numbers
 * for ids, and the names of their fields.
 */
final class DeclarationRows {

  private static final String SOURCE = "source";
  private static final String DESTINATION = "destination";
  private static final String WORKSPACE = "workspace";

  private DeclarationRows() {}

  private record Row(String kind, long id, String name, boolean hasKey) {}

  static Declarations read(Handle handle) {
    Map<SourceId, DeclaredSource> sources = new HashMap<>();
    Map<DestinationId, String> destinations = new HashMap<>();
    Map<ComputationId, String> computations = new HashMap<>();
    Set<String> workspace = new HashSet<>();
    handle
        .select("select * from declaration")
        .mapTo(Row.class)
        .forEach(
            row -> {
              switch (row.kind) {
                case SOURCE ->
                    sources.put(new SourceId(row.id), new DeclaredSource(row.name, row.hasKey));
                case DESTINATION -> destinations.put(new DestinationId(row.id), row.name);
                case WORKSPACE -> workspace.add(row.name);
                default ->
                    computations.put(
                        new ComputationId(ComputationRows.kind(row.kind), row.id), row.name);
              }
            });
    return new Declarations(sources, destinations, computations, workspace);
  }

  static void replace(Handle handle, Declarations declarations) {
    handle.execute("delete from declaration");
    declarations
        .sources()
        .forEach((id, one) -> insert(handle, SOURCE, id.bits(), one.name(), one.hasKey()));
    declarations
        .destinations()
        .forEach((id, name) -> insert(handle, DESTINATION, id.bits(), name, false));
    declarations
        .computations()
        .forEach((id, name) -> insert(handle, id.kind().wireName(), id.bits(), name, false));
    long number = 0;
    for (String field : declarations.workspace()) {
      insert(handle, WORKSPACE, number++, field, false);
    }
  }

  private static void insert(Handle handle, String kind, long id, String name, boolean hasKey) {
    handle.execute(
        "insert into declaration (kind, id, name, has_key) values (?, ?, ?, ?)",
        kind,
        id,
        name,
        hasKey);
  }
}
