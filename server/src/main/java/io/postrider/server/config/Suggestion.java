package io.postrider.server.config;

import java.util.Collection;

/** Guesses what a person meant by a misspelt name. */
public final class Suggestion {

  private Suggestion() {}

  /** {@code "; did you mean 'x'?"} for the closest known name, or a full stop if none is close. */
  public static String of(String name, Collection<String> known) {
    String best = "";
    int bestDistance = Math.max(2, name.length() / 3) + 1;
    for (String candidate : known) {
      int distance = distance(name, candidate);
      if (distance < bestDistance) {
        best = candidate;
        bestDistance = distance;
      }
    }
    return best.isEmpty() ? "." : "; did you mean '" + best + "'?";
  }

  /** The number of letters to add, drop or change to come from one word to the other. */
  private static int distance(String from, String to) {
    int[] row = new int[to.length() + 1];
    for (int j = 0; j <= to.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= from.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= to.length(); j++) {
        int change = diagonal + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(change, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[to.length()];
  }
}
