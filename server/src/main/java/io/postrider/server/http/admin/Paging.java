package io.postrider.server.http.admin;

import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The page of a list that a request asks for: the parameters {@code limit} and {@code cursor}.
 * Valid once the query is checked. Immutable.
 *
 * @param <P> a position in the list
 */
public final class Paging<P> {

  /** The largest page, unless a list says otherwise. */
  public static final int MAX_PAGE = 200;

  /** The size of a page that states no limit. */
  public static final int DEFAULT_PAGE = 50;

  private final PageCursor<P> cursors;
  private final @Nullable P after;
  private final int limit;

  private Paging(PageCursor<P> cursors, @Nullable P after, int limit) {
    this.cursors = cursors;
    this.after = after;
    this.limit = limit;
  }

  public static <P> Paging<P> of(Query query, PageCursor<P> cursors) {
    return of(query, cursors, DEFAULT_PAGE, MAX_PAGE);
  }

  /** The same for a list with other page sizes. */
  public static <P> Paging<P> of(Query query, PageCursor<P> cursors, int usual, int largest) {
    Integer limit = query.integer("limit", 1, largest);
    return new Paging<>(cursors, cursors.read(query), limit == null ? usual : limit);
  }

  /** The position behind which the page starts; null for the first page. */
  public @Nullable P after() {
    return after;
  }

  /** The position behind which the page starts, or what stands for the first page. */
  public P after(P first) {
    return after == null ? first : after;
  }

  /** The largest number of items on the page. */
  public int limit() {
    return limit;
  }

  /** The page of items that were read one beyond the limit, to see whether there are more. */
  public <T> Page<T> page(List<T> found, Function<T, P> position) {
    List<T> items = found.subList(0, Math.min(limit, found.size()));
    return new Page<>(
        items, found.size() > limit ? cursors.text(position.apply(items.getLast())) : null);
  }

  /** The page of some items; {@code next} is the position behind them if more follow. */
  public <T> Page<T> page(List<T> items, @Nullable P next) {
    return new Page<>(items, cursors.text(next));
  }
}
