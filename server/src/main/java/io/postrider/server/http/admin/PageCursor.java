package io.postrider.server.http.admin;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * Writes and reads the cursors of one list. Each cursor begins with a checksum of the list's name,
 * so a list refuses the cursors of every other list. Immutable.
 *
 * <p>Cursors are the same on all nodes and after a restart. The checksum only prevents mix-ups: the
 * rest of a cursor is unchecked input.
 *
 * @param <P> a position in the list
 */
public final class PageCursor<P> {

  private static final char SEPARATOR = '.';
  private static final int RADIX = 36;
  private static final int MAX_CURSOR_LENGTH = 8_000;

  private final String prefix;
  private final Function<P, String> writer;
  private final Function<String, Optional<P>> parser;

  private PageCursor(
      String list, Function<P, String> writer, Function<String, Optional<P>> parser) {
    CRC32 sum = new CRC32();
    sum.update(list.getBytes(StandardCharsets.UTF_8));
    this.prefix = Long.toString(sum.getValue(), RADIX) + SEPARATOR;
    this.writer = writer;
    this.parser = parser;
  }

  /** Cursors of a list whose positions are numbers. */
  public static PageCursor<Long> numbers(String list) {
    return numbers(list, "p");
  }

  /** Cursors of a list whose positions are numbers, with a letter in front. */
  public static PageCursor<Long> numbers(String list, String letter) {
    return new PageCursor<>(
        list,
        number -> letter + Long.toString(number, RADIX),
        text ->
            text.matches(letter + "[0-9a-z]{1,12}")
                ? Optional.of(Long.parseLong(text.substring(1), RADIX))
                : Optional.empty());
  }

  /**
   * Cursors of a list that every owner has, such as the schema of a source.
   *
   * @param writer writes a position as text that needs no encoding in a URL
   * @param parser reads that text, and anything else that a client may send
   */
  public static <P> PageCursor<P> of(
      String list, Object owner, Function<P, String> writer, Function<String, Optional<P>> parser) {
    return new PageCursor<>(list + '\0' + owner, writer, parser);
  }

  /** The same for a list that exists once. */
  public static <P> PageCursor<P> of(
      String list, Function<P, String> writer, Function<String, Optional<P>> parser) {
    return new PageCursor<>(list, writer, parser);
  }

  /** Cursors of a list whose positions the feature itself writes and reads. */
  public static PageCursor<String> texts(String list, Object owner) {
    return of(
        list,
        owner,
        Function.identity(),
        text -> Optional.of(text).filter(t -> t.matches("[A-Za-z0-9_.~-]{1,200}")));
  }

  /** Any text as base64; its UTF-16 units are encoded, so unpaired surrogates survive. */
  public static String encode(String text) {
    ByteBuffer units = ByteBuffer.allocate(2 * text.length());
    units.asCharBuffer().put(text);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(units.array());
  }

  /** The text that {@link #encode} encoded, unless it was empty. */
  public static Optional<String> decode(String encoded) {
    try {
      byte[] units = Base64.getUrlDecoder().decode(encoded);
      return units.length == 0 || units.length % 2 != 0
          ? Optional.empty()
          : Optional.of(ByteBuffer.wrap(units).asCharBuffer().toString());
    } catch (IllegalArgumentException notBase64) {
      return Optional.empty();
    }
  }

  /** The cursor of a position; null for none. */
  public @Nullable String text(@Nullable P position) {
    return position == null ? null : prefix + writer.apply(position);
  }

  /** The position that the query's cursor names, or null; valid once the query is checked. */
  public @Nullable P read(Query query) {
    return query.parameter("cursor", this::parse, FieldMessages.FOREIGN_CURSOR);
  }

  private Optional<P> parse(String text) {
    return text.startsWith(prefix) && text.length() <= MAX_CURSOR_LENGTH
        ? parser.apply(text.substring(prefix.length()))
        : Optional.empty();
  }

  /** The problem of a cursor that this list never returned. */
  public static ApiException invalid() {
    return ApiException.invalid(List.of(new FieldError("cursor", FieldMessages.FOREIGN_CURSOR)));
  }
}
