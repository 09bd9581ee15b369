package io.postrider.server.delivery.limits;

import io.postrider.delivery.DeliverySettings;
import io.postrider.delivery.LimitDemand;
import io.postrider.delivery.LimitShare;
import io.postrider.id.DestinationId;
import io.postrider.server.delivery.limits.LimitKey.Kind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The shares of one node as a machine: what it asks for, and what it may use when.
 *
 * <p>A share holds whole until a few seconds before its lease ends. From then on it is at most a
 * fair part: the limit divided by the known nodes. After the lease only the fair part is left,
 * because others may have the rest by then. So while the database is away for all nodes, the sum
 * stays within the limit: each is content with a fair part before the lease of another ends. Only a
 * limit of concurrent attempts below the number of nodes is exceeded then: each node keeps one,
 * because deliveries go on without the database. A node that comes back takes no more than a fair
 * part for the time of a lease, until the others are back as well.
 *
 * <p>Belongs to one thread; any may call {@link #first}.
 */
public final class NodeShares {

  /**
   * How long before the end of a lease its node is content with a fair part: longer than the ends
   * of two nodes' leases are apart that lost the database at the same time.
   */
  static final long CAUTION_MILLIS = 4_000;

  private static final int MILLI = 1_000;
  private static final long LEASE_MILLIS = ShareStore.LEASE.toMillis();

  /** Wanted rates are rounded up to so many steps, so that small changes write nothing. */
  private static final int RATE_STEPS = 16;

  /** The limits of a destination, and what it uses and could use of them. */
  public record Usage(DeliverySettings settings, LimitDemand demand) {}

  /** What was granted of a limit. */
  private record Held(long limit, long amount) {}

  private Map<LimitKey, Held> held = Map.of();
  private List<ShareRequest> requests = List.of();

  /** When the leases end, by the clock of this node, which is not later than the database's. */
  private long endsMillis = Long.MAX_VALUE;

  /** Until when this node takes no more than a fair part. */
  private long modestUntilMillis = Long.MIN_VALUE;

  /** How many nodes share the limits; 0 before the first lease. */
  private volatile int nodes;

  /** The share of a destination that is new here: none for longer than the first lease takes. */
  public LimitShare first(DeliverySettings settings, long nowMillis) {
    return new LimitShare(
        List.of(
            new LimitShare.Step(nowMillis + 2 * LEASE_MILLIS, 0, 0),
            new LimitShare.Step(Long.MAX_VALUE, fairConcurrency(settings), fairRate(settings))));
  }

  private int fairConcurrency(DeliverySettings settings) {
    Integer limit = settings.maxConcurrency();
    return limit == null ? LimitShare.WHOLE : (int) fair(Kind.CONCURRENCY, limit);
  }

  private int fairRate(DeliverySettings settings) {
    Integer limit = settings.maxRate();
    return limit == null ? LimitShare.WHOLE : (int) fair(Kind.RATE, milli(limit));
  }

  private static long milli(int rate) {
    return Math.min((long) rate * MILLI, LimitShare.WHOLE);
  }

  /** The part of a limit that is left without the database; one if the nodes are unknown. */
  private long fair(Kind kind, long limit) {
    int known = nodes;
    return switch (kind) {
      case CONCURRENCY -> known == 0 ? 1 : Math.max(1, limit / known);
      case RATE -> known == 0 ? Math.min(MILLI, limit) : limit / known;
    };
  }

  /** What to lease now; empty if no destination has a limit. */
  public List<ShareRequest> requests(Map<DestinationId, Usage> usages, long nowMillis) {
    List<ShareRequest> wanted = new ArrayList<>();
    usages.forEach(
        (id, usage) -> {
          LimitDemand demand = usage.demand();
          Integer concurrency = usage.settings().maxConcurrency();
          if (concurrency != null) {
            LimitKey key = new LimitKey(id, Kind.CONCURRENCY);
            wanted.add(
                request(key, concurrency, demand.concurrency(), demand.inFlight(), nowMillis));
          }
          Integer rate = usage.settings().maxRate();
          if (rate != null) {
            LimitKey key = new LimitKey(id, Kind.RATE);
            wanted.add(request(key, milli(rate), rate(demand, milli(rate)), 0, nowMillis));
          }
        });
    requests = List.copyOf(wanted);
    return requests;
  }

  /** All of it if rounds wait; otherwise a quarter more than was used in the last second. */
  private static long rate(LimitDemand demand, long limit) {
    if (demand.waiting()) {
      return limit;
    }
    long step = Math.max(1, limit / RATE_STEPS);
    long used = demand.rounds() * (long) MILLI * 5 / 4;
    return (used + step - 1) / step * step;
  }

  private ShareRequest request(
      LimitKey key, long limit, long wanted, long inFlight, long nowMillis) {
    boolean modest = isCautious(nowMillis) || nowMillis < modestUntilMillis;
    return new ShareRequest(
        key,
        limit,
        Math.min(wanted, limit),
        Math.max(usable(key, nowMillis, 0), inFlight),
        modest ? fair(key.kind(), limit) : limit);
  }

  /** What may be used of a limit at a time. */
  private long usable(LimitKey key, long nowMillis, long unknown) {
    Held share = held.get(key);
    if (share == null) {
      return unknown;
    }
    long fair = fair(key.kind(), share.limit());
    if (nowMillis >= endsMillis) {
      return fair;
    }
    return isCautious(nowMillis) ? Math.min(share.amount(), fair) : share.amount();
  }

  /** Whether the database has been away for so long that others may be at a fair part soon. */
  private boolean isCautious(long nowMillis) {
    return nowMillis >= endsMillis - CAUTION_MILLIS;
  }

  /**
   * Takes the answer to the last requests.
   *
   * @param sentAtMillis when the requests were sent, by the clock of this node
   * @return the shares to apply, which the caller does before it asks again
   */
  public Map<DestinationId, LimitShare> granted(ShareStore.Lease lease, long sentAtMillis) {
    if (isCautious(sentAtMillis)) {
      modestUntilMillis = sentAtMillis + LEASE_MILLIS;
    }
    // the rows of others that are not back yet have ended
    nodes = sentAtMillis < modestUntilMillis ? Math.max(nodes, lease.nodes()) : lease.nodes();
    Map<LimitKey, Held> next = new HashMap<>();
    long remainingMillis = LEASE_MILLIS;
    for (ShareRequest request : requests) {
      ShareStore.Grant grant = lease.grants().get(request.key());
      if (grant != null) {
        next.put(request.key(), new Held(request.limit(), grant.amount()));
        remainingMillis = Math.min(remainingMillis, grant.remainingMillis());
      }
    }
    held = next;
    endsMillis = sentAtMillis + remainingMillis;
    Map<DestinationId, LimitShare> shares = new HashMap<>();
    for (LimitKey key : next.keySet()) {
      shares.computeIfAbsent(key.destination(), this::share);
    }
    return shares;
  }

  private LimitShare share(DestinationId id) {
    long cautiousMillis = endsMillis - CAUTION_MILLIS;
    return new LimitShare(
        List.of(
            step(id, cautiousMillis, Long.MIN_VALUE),
            step(id, endsMillis, cautiousMillis),
            step(id, Long.MAX_VALUE, endsMillis)));
  }

  /** The step that lasts until a time, with what may be used from another on. */
  private LimitShare.Step step(DestinationId id, long untilMillis, long fromMillis) {
    LimitKey concurrency = new LimitKey(id, Kind.CONCURRENCY);
    LimitKey rate = new LimitKey(id, Kind.RATE);
    return new LimitShare.Step(
        untilMillis,
        (int) usable(concurrency, fromMillis, LimitShare.WHOLE),
        (int) usable(rate, fromMillis, LimitShare.WHOLE));
  }

  /** Whether a share became smaller than what is used, so that others wait for the difference. */
  public boolean hasLowered() {
    for (ShareRequest request : requests) {
      Held share = held.get(request.key());
      if (share != null && share.amount() < request.inUse()) {
        return true;
      }
    }
    return false;
  }
}
