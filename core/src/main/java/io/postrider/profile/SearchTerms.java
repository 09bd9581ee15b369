package io.postrider.profile;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.BiConsumer;

/**
 * The terms by which a profile is found: its user ID, and names and values of its traits. Pure.
 *
 * <p>A value is a text, a number, true or false, or one of these in a list, as lower-case text.
 * Terms are cut, so that an index has short keys; a match of a cut term is checked against the
 * whole value by {@link #match}.
 */
public final class SearchTerms {

  /** Maximum number of terms of a profile; the values of later keys are not found. */
  public static final int MAX_TERMS = 100;

  /** Maximum length of a term's name and value, in characters. */
  public static final int MAX_LENGTH = 64;

  /** The name of terms that are user IDs; no stored key is equal to it. */
  public static final String USER = "%id";

  private SearchTerms() {}

  /**
   * A name and a value, both cut.
   *
   * @param name a stored key
   */
  public record Term(String name, String value) {

    public Term {
      name = cut(name);
      value = cut(value);
    }

    /** The term of a user ID. */
    public static Term ofUser(String userId) {
      return new Term(USER, folded(userId));
    }

    /** The term of a trait and a wanted value. */
    public static Term of(List<String> path, String wanted) {
      return new Term(StoredKey.of(path), folded(wanted));
    }
  }

  /** The terms of stored traits, in the order of their keys. */
  public static Set<Term> of(String traits) {
    Set<Term> terms = new LinkedHashSet<>();
    each(
        traits,
        (key, value) -> {
          if (terms.size() < MAX_TERMS) {
            terms.add(new Term(key, value));
          }
        });
    return terms;
  }

  /**
   * Whether a trait in stored traits has a wanted value, or one that starts with it. Case is
   * ignored.
   */
  public static boolean match(String traits, List<String> path, String wanted, boolean prefix) {
    String name = StoredKey.of(path);
    String text = folded(wanted);
    boolean[] found = new boolean[1];
    each(
        traits,
        (key, value) ->
            found[0] |= key.equals(name) && (prefix ? value.startsWith(text) : value.equals(text)));
    return found[0];
  }

  /** Whether a user ID is the wanted one, or starts with it. Case is ignored. */
  public static boolean matchUser(String userId, String wanted, boolean prefix) {
    String text = folded(userId);
    return prefix ? text.startsWith(folded(wanted)) : text.equals(folded(wanted));
  }

  private static void each(String traits, BiConsumer<String, String> taker) {
    StoredJson members = new StoredJson(traits);
    while (members.next()) {
      if (StoredKey.isMoment(members.key())) {
        continue;
      }
      for (String stored : members.isList() ? members.items() : List.of(members.text())) {
        switch (stored.charAt(0)) {
          case StoredValue.TEXT ->
              taker.accept(members.key(), stored.substring(1).toLowerCase(Locale.ROOT));
          case StoredValue.NUMBER, 'b' -> taker.accept(members.key(), Unflattener.value(stored));
          default -> {} // an object, a list or null within a list
        }
      }
    }
  }

  private static String folded(String text) {
    return StoredValue.storable(text).toLowerCase(Locale.ROOT);
  }

  private static String cut(String text) {
    if (text.length() <= MAX_LENGTH) {
      return text;
    }
    boolean inPair = Character.isHighSurrogate(text.charAt(MAX_LENGTH - 1));
    return text.substring(0, inPair ? MAX_LENGTH - 1 : MAX_LENGTH);
  }
}
