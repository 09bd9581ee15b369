package io.postrider.server.delivery.limits;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Divides a limit among nodes by what each could use: none gets more than another that wants more
 * (max-min fairness), and what nobody wants is divided evenly. Nodes that see the same rows decide
 * the same. Parts that cannot be divided, such as a limit of one, take turns.
 */
final class ShareAllocation {

  private ShareAllocation() {}

  /**
   * The share of every node; their sum is the limit.
   *
   * @param wanted what each node could use
   * @param turn grows with time; decides who gets what cannot be divided
   */
  static SortedMap<String, Long> of(long limit, SortedMap<String, Long> wanted, long turn) {
    SortedMap<String, Long> shares = new TreeMap<>();
    wanted.keySet().forEach(node -> shares.put(node, 0L));
    long rest = limit;
    List<String> unmet = unmet(wanted, shares);
    while (rest > 0 && !unmet.isEmpty()) {
      long part = rest / unmet.size();
      if (part == 0) {
        takeTurns(rest, unmet, shares, turn);
        return shares;
      }
      for (String node : unmet) {
        long more = Math.min(part, wanted.getOrDefault(node, 0L) - shares.getOrDefault(node, 0L));
        shares.merge(node, more, Long::sum);
        rest -= more;
      }
      unmet = unmet(wanted, shares);
    }
    long part = rest / shares.size();
    shares.replaceAll((node, share) -> share + part);
    takeTurns(rest % shares.size(), List.copyOf(shares.keySet()), shares, 0);
    return shares;
  }

  private static List<String> unmet(Map<String, Long> wanted, Map<String, Long> shares) {
    List<String> unmet = new ArrayList<>();
    wanted.forEach(
        (node, amount) -> {
          if (shares.getOrDefault(node, 0L) < amount) {
            unmet.add(node);
          }
        });
    return unmet;
  }

  /** Gives one each to fewer nodes than there are. */
  private static void takeTurns(
      long ones, List<String> nodes, Map<String, Long> shares, long turn) {
    int first = Math.floorMod(turn, nodes.size());
    for (int i = 0; i < ones; i++) {
      shares.merge(nodes.get((first + i) % nodes.size()), 1L, Long::sum);
    }
  }
}
