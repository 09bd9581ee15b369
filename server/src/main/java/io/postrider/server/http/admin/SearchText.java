package io.postrider.server.http.admin;

import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The text that the items of a list must contain, in any case. Immutable. */
public final class SearchText {

  /** The longest text. */
  public static final int MAX_LENGTH = 1_000;

  private final String folded;

  private SearchText(String text) {
    this.folded = fold(text);
  }

  /** The parameter {@code search}; null if it is absent or invalid. */
  public static @Nullable SearchText of(Query query) {
    String text =
        query.parameter(
            "search",
            given -> Optional.of(given).filter(t -> !t.isEmpty() && t.length() <= MAX_LENGTH),
            "must have 1 to " + MAX_LENGTH + " characters");
    return text == null ? null : new SearchText(text);
  }

  /** Whether one of some texts contains it; null contains nothing. */
  public boolean isIn(@Nullable String... texts) {
    for (String text : texts) {
      if (text != null && fold(text).contains(folded)) {
        return true;
      }
    }
    return false;
  }

  private static String fold(String text) {
    return text.toLowerCase(Locale.ROOT);
  }
}
