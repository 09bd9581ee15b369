package io.postrider.server.http.admin;

import java.util.Optional;
import java.util.function.Function;

/** Cursors with any text behind the checksum of their list. */
public final class RawCursors {

  private RawCursors() {}

  public static PageCursor<String> of(String list) {
    return PageCursor.of(list, Function.identity(), Optional::of);
  }

  public static PageCursor<String> of(String list, String owner) {
    return PageCursor.of(list, owner, Function.identity(), Optional::of);
  }
}
