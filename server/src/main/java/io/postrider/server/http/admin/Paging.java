package io.postrider.server.http.admin;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Which page of a list is asked for.
 *
 * @param list whose cursors they are
 * @param after the position behind which it starts
 */
public record Paging(CursorCodecs list, long after, int limit) {

  /** The most that one page holds. */
  public static final int LARGEST_PAGE = 200;

  static final int USUAL_PAGE = 50;

  /** Reads {@code limit} and {@code cursor}; to be trusted after the query was checked. */
  public static Paging of(Query query, CursorCodecs list) {
    int limit = limit(query);
    Long cursor = list.read(query, PageCursor::parse);
    return new Paging(list, cursor == null ? 0 : cursor, limit);
  }

  /** Reads {@code limit} alone. */
  public static int limit(Query query) {
    Integer limit =
        query.parameter("limit", Paging::parseLimit, "must be a number from 1 to " + LARGEST_PAGE);
    return limit == null ? USUAL_PAGE : limit;
  }

  /** The cursor of the page behind, or null if there is none. */
  public @Nullable String next(@Nullable Long position) {
    return position == null ? null : list.text(PageCursor.of(position));
  }

  private static Optional<Integer> parseLimit(String text) {
    return text.matches("[0-9]{1,4}")
        ? Optional.of(Integer.parseInt(text)).filter(n -> n >= 1 && n <= LARGEST_PAGE)
        : Optional.empty();
  }
}
