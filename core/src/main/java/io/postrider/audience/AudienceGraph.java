package io.postrider.audience;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The dependency graph of audiences. Pure.
 *
 * <p>Computed traits depend only on events, so they come before all audiences; only audiences can
 * form cycles.
 */
public final class AudienceGraph {

  private AudienceGraph() {}

  /** Sorts audiences topologically; otherwise stable. */
  public static List<Audience> order(Collection<Audience> audiences) {
    Map<String, Audience> byKey = byKey(audiences);
    List<Audience> order = new ArrayList<>();
    Set<String> visited = new HashSet<>();
    audiences.forEach(audience -> append(audience, byKey, visited, order));
    return order;
  }

  private static void append(
      Audience audience, Map<String, Audience> byKey, Set<String> visited, List<Audience> order) {
    if (!visited.add(audience.key())) {
      return;
    }
    for (String key : audience.dependencies().audiences()) {
      Audience named = byKey.get(key);
      if (named != null) {
        append(named, byKey, visited, order);
      }
    }
    order.add(audience);
  }

  /**
   * The cycle that a definition would close: the audience's key, the keys between, and that key
   * again; empty if there is no cycle.
   *
   * @param others all audiences; if the audience itself is among them, its old definition is
   *     ignored
   */
  public static List<String> cycle(
      String key, AudienceCondition definition, Collection<Audience> others) {
    List<String> path = new ArrayList<>(List.of(key));
    return reaches(definition.dependencies(), key, byKey(others), new HashSet<>(), path)
        ? path
        : List.of();
  }

  private static boolean reaches(
      Dependencies from,
      String to,
      Map<String, Audience> byKey,
      Set<String> visited,
      List<String> path) {
    for (String key : from.audiences()) {
      path.add(key);
      if (key.equals(to)) {
        return true;
      }
      Audience named = byKey.get(key);
      if (named != null
          && visited.add(key)
          && reaches(named.dependencies(), to, byKey, visited, path)) {
        return true;
      }
      path.removeLast();
    }
    return false;
  }

  /** The audiences whose definition refers to an audience or a computed trait. */
  public static List<Audience> users(Computation used, Collection<Audience> audiences) {
    return audiences.stream()
        .filter(
            audience ->
                switch (used) {
                  case Audience _ -> audience.dependencies().audiences().contains(used.key());
                  case ComputedTrait _ -> audience.dependencies().traits().contains(used.key());
                })
        .toList();
  }

  private static Map<String, Audience> byKey(Collection<Audience> audiences) {
    Map<String, Audience> byKey = new LinkedHashMap<>();
    audiences.forEach(audience -> byKey.put(audience.key(), audience));
    return byKey;
  }
}
