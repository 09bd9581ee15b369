package io.postrider.server.catalog;

import io.postrider.id.DestinationId;
import io.postrider.id.SourceId;
import io.postrider.route.Destination;
import io.postrider.server.access.AuditStamp;
import io.postrider.server.database.DatabaseUnavailableException;
import io.postrider.server.database.Slice;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Where destinations are kept, their secrets sealed.
 *
 * <p>May be called from any thread, and by several nodes at once; every call blocks. A change is
 * durable when its call returns, and raises the catalog's version in the same transaction.
 *
 * <p>Changes of sources and destinations never overlap, on whatever node: what a change sees of the
 * log or of sources while it runs is no older than what any change before it saw. A change is told
 * which sources there are; if it throws, nothing is changed.
 *
 * <p>Every call may throw {@link DatabaseUnavailableException}, and where destinations are read
 * {@link UnreadableSecretException}.
 */
public interface DestinationStore {

  /**
   * The same store, whose changes are told in the audit trail, each in its own transaction. Until a
   * stamp is given, changes are not told.
   */
  DestinationStore by(AuditStamp stamp);

  /**
   * The same store, whose changes first let {@code check} look at what the workspace file declares,
   * each in its own transaction. If it throws, nothing is changed.
   */
  DestinationStore checking(Consumer<Declarations> check);

  /** The destinations created after a position, as {@link SourceStore#page} has sources. */
  Slice<Destination> page(long after, int limit);

  /** The destination of an id. */
  Optional<Destination> find(DestinationId id);

  /**
   * Adds a destination, unless there are {@code most} already.
   *
   * @return the destination, or nothing if there are too many
   */
  Optional<Destination> create(Function<Predicate<SourceId>, Destination> make, int most);

  /**
   * Replaces a destination by what {@code change} makes of it.
   *
   * @return the destination as it now is, or nothing if there is none of that id
   */
  Optional<Destination> change(
      DestinationId id, BiFunction<Destination, Predicate<SourceId>, Destination> change);

  /** Removes a destination, and drops it from lists that have it; false if there is none. */
  boolean delete(DestinationId id);
}
