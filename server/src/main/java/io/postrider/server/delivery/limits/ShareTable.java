package io.postrider.server.delivery.limits;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The leased shares of all nodes at one moment, and the decision of what a node gets. A store calls
 * it in a transaction that no other one of its kind overlaps.
 *
 * <p>The sum of what nodes hold stays within the limit: a node gets no more than the others leave,
 * and only it lowers its row, after it has stopped to use the difference.
 */
public final class ShareTable {

  /** How long a part that cannot be divided stays with one of the nodes that want it. */
  static final Duration TURN = Duration.ofSeconds(5);

  /** A row is written again if less of its lease is left. */
  static final long RENEW_MILLIS = ShareStore.LEASE.toMillis() * 8 / 10;

  /**
   * What a transaction does.
   *
   * @param written the rows of the node to insert or replace
   */
  public record Decision(List<ShareRow> written, ShareStore.Lease lease) {}

  private final Map<LimitKey, List<ShareRow>> rows = new HashMap<>();
  private final Set<String> nodes = new HashSet<>();
  private final long nowMillis;

  /**
   * @param all the rows of all nodes; those whose lease has ended do not count
   * @param nowMillis the time by the clock of the database
   */
  public ShareTable(Collection<ShareRow> all, long nowMillis) {
    this.nowMillis = nowMillis;
    for (ShareRow row : all) {
      if (row.untilMillis() > nowMillis) {
        rows.computeIfAbsent(row.key(), key -> new ArrayList<>()).add(row);
        nodes.add(row.node());
      }
    }
  }

  /** Decides about the requests of a node. */
  public Decision decide(String node, List<ShareRequest> requests) {
    List<ShareRow> written = new ArrayList<>();
    Map<LimitKey, ShareStore.Grant> grants = new HashMap<>();
    for (ShareRequest request : requests) {
      long amount = amount(node, request);
      ShareRow row =
          new ShareRow(
              request.key(),
              node,
              Math.max(amount, request.inUse()),
              request.wanted(),
              nowMillis + ShareStore.LEASE.toMillis());
      ShareRow before = own(node, request.key());
      ShareRow kept = before != null && holds(before, row) ? before : row;
      if (!kept.equals(before)) {
        written.add(kept);
      }
      grants.put(request.key(), new ShareStore.Grant(amount, kept.untilMillis() - nowMillis));
    }
    nodes.add(node);
    return new Decision(written, new ShareStore.Lease(nodes.size(), grants));
  }

  /** Whether a row needs not be written again. */
  private boolean holds(ShareRow before, ShareRow now) {
    return before.held() == now.held()
        && before.wanted() == now.wanted()
        && before.untilMillis() - nowMillis >= RENEW_MILLIS;
  }

  private long amount(String node, ShareRequest request) {
    SortedMap<String, Long> wanted = new TreeMap<>();
    long free = request.limit();
    for (ShareRow row : rows.getOrDefault(request.key(), List.of())) {
      if (!row.node().equals(node)) {
        wanted.put(row.node(), row.wanted());
        free -= row.held();
      }
    }
    wanted.put(node, request.wanted());
    long turn = nowMillis / TURN.toMillis();
    long share = ShareAllocation.of(request.limit(), wanted, turn).getOrDefault(node, 0L);
    return Math.max(0, Math.min(free, Math.min(share, request.most())));
  }

  private @Nullable ShareRow own(String node, LimitKey key) {
    for (ShareRow row : rows.getOrDefault(key, List.of())) {
      if (row.node().equals(node)) {
        return row;
      }
    }
    return null;
  }
}
