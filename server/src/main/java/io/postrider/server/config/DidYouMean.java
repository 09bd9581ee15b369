package io.postrider.server.config;

import java.util.Collection;
import java.util.Locale;
import java.util.Optional;

/** Finds the known name that is most similar to an unknown one. */
public final class DidYouMean {

  private static final int MAX_LENGTH = 64;

  private DidYouMean() {}

  /** The most similar name, if it is similar enough. */
  public static Optional<String> of(String unknown, Collection<String> known) {
    if (unknown.length() > MAX_LENGTH) {
      return Optional.empty();
    }
    String nearest = null;
    int nearestDistance = Integer.MAX_VALUE;
    for (String name : known) {
      int distance = distance(unknown.toLowerCase(Locale.ROOT), name.toLowerCase(Locale.ROOT));
      if (distance < nearestDistance && distance <= Math.max(1, name.length() / 3)) {
        nearest = name;
        nearestDistance = distance;
      }
    }
    return Optional.ofNullable(nearest);
  }

  /** The Damerau-Levenshtein distance. */
  private static int distance(String a, String b) {
    int[][] d = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      for (int j = 0; j <= b.length(); j++) {
        if (i == 0 || j == 0) {
          d[i][j] = i + j;
          continue;
        }
        int changed = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
        d[i][j] = Math.min(Math.min(d[i - 1][j], d[i][j - 1]) + 1, d[i - 1][j - 1] + changed);
        boolean swapped =
            i > 1
                && j > 1
                && a.charAt(i - 1) == b.charAt(j - 2)
                && a.charAt(i - 2) == b.charAt(j - 1);
        if (swapped) {
          d[i][j] = Math.min(d[i][j], d[i - 2][j - 2] + 1);
        }
      }
    }
    return d[a.length()][b.length()];
  }
}
