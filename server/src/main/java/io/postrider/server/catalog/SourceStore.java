package io.postrider.server.catalog;

import io.postrider.id.SourceId;
import io.postrider.route.LogEndOffsets;
import io.postrider.route.Source;
import io.postrider.server.access.AuditStamp;
import io.postrider.server.database.DatabaseUnavailableException;
import io.postrider.server.database.Slice;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * Where sources are kept.
 *
 * <p>May be called from any thread, and by several nodes at once; every call blocks. A change is
 * durable when its call returns, and raises the catalog's version in the same transaction.
 *
 * <p>Every call may throw {@link DatabaseUnavailableException}.
 */
public interface SourceStore {

  /**
   * The same store, whose changes are told in the audit trail, each in its own transaction. Until a
   * stamp is given, changes are not told.
   */
  SourceStore by(AuditStamp stamp);

  /**
   * The same store, whose changes first let {@code check} look at what the workspace file declares,
   * each in its own transaction. If it throws, nothing is changed.
   */
  SourceStore checking(Consumer<Declarations> check);

  /** What became of a source that was to be created. */
  enum Creation {
    CREATED,
    /** Its id or one of its keys belongs to another. */
    TAKEN,
    /** There are as many sources as there may be. */
    FULL
  }

  /**
   * The sources created after a position, in the order of their creation. Whoever follows the pages
   * from 0 meets every source that is there all the while exactly once.
   */
  Slice<Source> page(long after, int limit);

  /** The source of an id. */
  Optional<Source> find(SourceId id);

  /** Adds a source, unless there are {@code most} already. */
  Creation create(Source source, int most);

  /** Adds a source if there has never been one, not even one that was deleted since. */
  boolean createFirst(Source source);

  /**
   * Replaces a source by what {@code change} makes of it. Changes of one source never overlap: each
   * sees the one before. If {@code change} throws, nothing is changed.
   *
   * @return the source as it now is, or nothing if there is none of that id
   */
  Optional<Source> change(SourceId id, UnaryOperator<Source> change);

  /**
   * Removes a source and its keys, and disconnects it from every destination at the place in the
   * log that {@code end} tells while the change is made; false if there is none of that id.
   */
  boolean delete(SourceId id, Supplier<LogEndOffsets> end);
}
