package io.postrider.audience;

import static java.text.Normalizer.Form.NFC;

import java.text.Normalizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Derives the key of an audience or a computed trait from its name: {@code Big Spenders} becomes
 * {@code big_spenders}. Pure.
 *
 * <p>Words consist of letters and digits of any script, with their combining marks; everything else
 * ends a word, and so does a change from lower to upper case. Words are written in lower case,
 * joined by {@code _}. The name is normalized to NFC first, so that composed and decomposed accents
 * give the same key.
 */
public final class ComputationKey {

  /** Maximum length of a key; no valid name gives a longer one. */
  public static final int MAX_LENGTH = 1_000;

  private static final int FIRST_VARIATION_SELECTOR = 0xFE00;
  private static final int LAST_VARIATION_SELECTOR = 0xFE0F;

  private ComputationKey() {}

  /** The key of a name; empty if the name has neither letters nor digits. */
  public static Optional<String> of(String name) {
    List<String> words = words(name, true);
    return words.isEmpty() ? Optional.empty() : Optional.of(String.join("_", words));
  }

  /** Whether a text is a valid key: lower-case words joined by {@code _}. */
  public static boolean isKey(String text) {
    return !text.isEmpty()
        && text.codePointCount(0, text.length()) <= MAX_LENGTH
        && String.join("_", words(text, false)).equals(text);
  }

  private static List<String> words(String name, boolean splitAtCase) {
    String composed = Normalizer.normalize(name, NFC);
    List<String> words = new ArrayList<>();
    StringBuilder word = new StringBuilder();
    boolean wasLower = false;
    for (int next : composed.codePoints().toArray()) {
      if (isMark(next) && !word.isEmpty()) {
        word.appendCodePoint(next);
        continue;
      }
      boolean inWord = Character.isLetterOrDigit(next);
      if (!inWord || (splitAtCase && wasLower && isCapital(next))) {
        finish(word, words);
      }
      if (inWord) {
        word.appendCodePoint(next);
      }
      wasLower = Character.isLowerCase(next);
    }
    finish(word, words);
    return words;
  }

  private static void finish(StringBuilder word, List<String> words) {
    if (!word.isEmpty()) {
      words.add(word.toString().toLowerCase(Locale.ROOT));
      word.setLength(0);
    }
  }

  private static boolean isCapital(int codePoint) {
    return Character.isUpperCase(codePoint) || Character.isTitleCase(codePoint);
  }

  /** Whether a code point is a combining mark; variation selectors are not. */
  private static boolean isMark(int codePoint) {
    int type = Character.getType(codePoint);
    return (type == Character.NON_SPACING_MARK || type == Character.COMBINING_SPACING_MARK)
        && (codePoint < FIRST_VARIATION_SELECTOR || codePoint > LAST_VARIATION_SELECTOR);
  }
}
