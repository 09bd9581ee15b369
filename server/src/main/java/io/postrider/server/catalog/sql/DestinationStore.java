package io.postrider.server.catalog.sql;

import io.postrider.id.DestinationId;
import io.postrider.id.SourceId;
import io.postrider.route.Destination;
import io.postrider.server.access.AuditStamp;
import io.postrider.server.catalog.Declarations;
import io.postrider.server.database.CatalogAccess;
import io.postrider.server.database.DatabaseUnavailableException;
import io.postrider.server.database.Handle;
import io.postrider.server.database.IdQuery;
import io.postrider.server.database.SecretSeal;
import io.postrider.server.database.Slice;
import io.postrider.server.database.UnreadableSecretException;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * The destinations in SQL, with sealed secrets.
 *
 * <p>May be called from any thread and by several nodes; every call blocks and may throw {@link
 * DatabaseUnavailableException} or {@link UnreadableSecretException}. Changes of the catalog never
 * overlap: a change sees the log and the sources no older than any earlier change did.
 */
public final class DestinationStore {

  private final ResourceTable<DestinationId, Destination> table;

  public DestinationStore(CatalogAccess access, SecretSeal seal) {
    this(new ResourceTable<>(new DestinationRows(seal), access));
  }

  private DestinationStore(ResourceTable<DestinationId, Destination> table) {
    this.table = table;
  }

  /** This store with audit entries for its changes. */
  public DestinationStore by(AuditStamp author) {
    return new DestinationStore(table.by(author));
  }

  /** This store with a check before its changes. If the check throws, nothing changes. */
  public DestinationStore checking(Consumer<Declarations> check) {
    return new DestinationStore(table.checking(check));
  }

  /** The destinations created after a version, oldest first. */
  public Slice<Destination> page(long after, int limit) {
    return table.page(IdQuery.page("destination", after, limit + 1), limit);
  }

  public Optional<Destination> find(DestinationId id) {
    return table.find(id);
  }

  /**
   * Adds a destination, unless {@code most} exist.
   *
   * @param make gets a test for existing sources; if it throws, nothing changes
   * @return the destination; empty if too many exist
   */
  public Optional<Destination> create(Function<Predicate<SourceId>, Destination> make, int most) {
    return table
        .access()
        .change(
            handle -> {
              if (CatalogAccess.count(handle, "select count(*) from destination") >= most) {
                return Optional.empty();
              }
              Destination created = make.apply(sources(handle));
              table.insert(handle, created);
              return Optional.of(created);
            });
  }

  /**
   * Replaces a destination by what {@code change} returns. If it throws, nothing changes.
   *
   * @return the destination as it is now; empty if it does not exist
   */
  public Optional<Destination> change(
      DestinationId id, BiFunction<Destination, Predicate<SourceId>, Destination> change) {
    return table.change(id, (found, handle) -> change.apply(found, sources(handle)));
  }

  /** Deletes a destination and removes it from every computation; false if it does not exist. */
  public boolean delete(DestinationId id) {
    return table.delete(
        id, (found, handle) -> ComputationRows.removeDestination(handle, id, table.stamp()));
  }

  private static Predicate<SourceId> sources(Handle handle) {
    return id ->
        CatalogAccess.count(handle, "select count(*) from source where id = ?", id.bits()) > 0;
  }
}
