package io.postrider.server.database;

import java.util.List;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Some consecutive items of a list. Immutable.
 *
 * @param next the position of the last item; null if no items follow
 */
public record Slice<T>(List<T> items, @Nullable Long next) {

  public Slice {
    items = List.copyOf(items);
  }

  /** The same slice with other items. */
  public <R> Slice<R> map(Function<T, R> change) {
    return new Slice<>(items.stream().map(change).toList(), next);
  }

  /** The slice of items that were read one beyond the limit, to see whether there are more. */
  public static <T> Slice<T> of(List<T> found, int limit, ToLongFunction<T> position) {
    List<T> items = found.subList(0, Math.min(limit, found.size()));
    return new Slice<>(items, found.size() > limit ? position.applyAsLong(items.getLast()) : null);
  }
}
