package io.postrider.server.catalog.sql;

import io.postrider.server.access.AccessFeature;
import io.postrider.server.access.AuditStamp;
import io.postrider.server.catalog.Declarations;
import io.postrider.server.catalog.workspace.DeclaredChange;
import io.postrider.server.database.CatalogAccess;
import io.postrider.server.database.Handle;
import io.postrider.server.database.IdQuery;
import io.postrider.server.database.Slice;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Reads and changes one kind of resource. Immutable; may be called from any thread, and blocks.
 *
 * <p>A change is one transaction: it raises the catalog's version and adds an audit entry.
 *
 * @param stamp the author of changes; null for changes without an audit entry
 * @param check called before a change with what the workspace file declares; may throw
 */
record ResourceTable<I, T>(
    ResourceRows<I, T> rows,
    CatalogAccess access,
    @Nullable AuditStamp stamp,
    Consumer<Declarations> check) {

  ResourceTable(ResourceRows<I, T> rows, CatalogAccess access) {
    this(rows, access, null, declarations -> {});
  }

  ResourceTable<I, T> by(AuditStamp author) {
    return new ResourceTable<>(rows, access, author, check);
  }

  ResourceTable<I, T> checking(Consumer<Declarations> other) {
    return new ResourceTable<>(rows, access, stamp, other);
  }

  /**
   * One page.
   *
   * @param selection selects one row more than the limit
   */
  Slice<T> page(IdQuery selection, int limit) {
    List<Map.Entry<Long, T>> found =
        access.read(handle -> List.copyOf(rows.read(handle, selection).entrySet()));
    return Slice.of(found, limit, Map.Entry::getKey).map(Map.Entry::getValue);
  }

  Optional<T> find(I id) {
    return access.read(handle -> rows.find(handle, id));
  }

  void insert(Handle handle, T resource) {
    raiseVersion(handle, rows.id(resource));
    rows.insert(handle, resource, CatalogAccess.version(handle));
    AccessFeature.audit(handle, stamp, rows.changed(null, resource));
  }

  /** Replaces a resource by what {@code change} returns; empty if it does not exist. */
  Optional<T> change(I id, BiFunction<T, Handle, T> change) {
    return access.change(
        handle -> {
          Optional<T> found = rows.find(handle, id);
          if (found.isEmpty()) {
            return found;
          }
          check.accept(DeclarationRows.read(handle));
          T changed = change.apply(found.get(), handle);
          if (!changed.equals(found.get())) {
            raiseVersion(handle, id);
            replace(handle, found.get(), changed);
          }
          return Optional.of(changed);
        });
  }

  private void raiseVersion(Handle handle, I id) {
    CatalogAccess.raiseVersion(handle, rows.part(), rows.bits(id));
  }

  private void replace(Handle handle, T before, T after) {
    rows.replace(handle, before, after);
    AccessFeature.audit(handle, stamp, rows.changed(before, after));
  }

  /**
   * Deletes a resource; false if it does not exist.
   *
   * @param first runs before the deletion in the same transaction; may throw
   */
  boolean delete(I id, BiConsumer<T, Handle> first) {
    return access.change(
        handle -> {
          Optional<T> found = rows.find(handle, id);
          if (found.isEmpty()) {
            return false;
          }
          check.accept(DeclarationRows.read(handle));
          raiseVersion(handle, id);
          first.accept(found.get(), handle);
          delete(handle, found.get());
          return true;
        });
  }

  private void delete(Handle handle, T resource) {
    rows.delete(handle, rows.id(resource));
    AccessFeature.audit(handle, stamp, rows.changed(resource, null));
  }

  /** Applies the changes of a workspace file. Deletes first: new resources may reuse write keys. */
  void apply(Handle handle, List<T> before, DeclaredChange.Part<T, I> changes) {
    Map<I, T> known = before.stream().collect(Collectors.toMap(rows::id, Function.identity()));
    changes.removed().forEach(id -> delete(handle, known(known, id)));
    changes.changed().forEach(one -> replace(handle, known(known, rows.id(one)), one));
    changes.created().forEach(one -> insert(handle, one));
  }

  private static <I, T> T known(Map<I, T> known, I id) {
    T found = known.get(id);
    if (found == null) {
      throw new IllegalArgumentException("The plan changes %s, which does not exist".formatted(id));
    }
    return found;
  }
}
