package io.postrider.server.http.admin;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * The cursors of one list as they travel: texts that only we read. Each begins with the mark of its
 * list, so that one of another list is refused, and not answered with a page from elsewhere.
 *
 * <p>The mark is the same on all nodes and after every restart. It guards against mix-ups alone:
 * what stands behind it may be anything, and has to be checked.
 */
public final class CursorCodecs {

  private static final String EXPECTED = "must be the next of an earlier answer of this list";
  private static final char SEPARATOR = '.';
  private static final int RADIX = 36;

  private final String mark;

  private CursorCodecs(String mark) {
    this.mark = mark;
  }

  /** Those of a list. */
  public static CursorCodecs of(String list) {
    return new CursorCodecs(mark(list));
  }

  /** Those of a list that everything of its kind has one of, such as a source its schema. */
  public static CursorCodecs of(String list, Object owner) {
    return new CursorCodecs(mark(list + '\0' + owner));
  }

  private static String mark(String name) {
    CRC32 sum = new CRC32();
    sum.update(name.getBytes(StandardCharsets.UTF_8));
    return Long.toString(sum.getValue(), RADIX) + SEPARATOR;
  }

  /** A place of this list as it travels; null if there is none. */
  public @Nullable String text(@Nullable String place) {
    return place == null ? null : mark + place;
  }

  /** The place that is asked for, or null; to be trusted after the query was checked. */
  public <T> @Nullable T read(Query query, Function<String, Optional<T>> parser) {
    return query.parameter("cursor", text -> place(text).flatMap(parser), EXPECTED);
  }

  private Optional<String> place(String text) {
    return text.startsWith(mark) ? Optional.of(text.substring(mark.length())) : Optional.empty();
  }

  /** The answer to a cursor of this list that nobody can have been given. */
  public static ApiException wrong() {
    return ApiException.invalid(List.of(new FieldError("cursor", EXPECTED)));
  }
}
