package io.postrider.server.ledger.index;

import java.time.Instant;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Which entries to find: those that meet all conditions. {@link #ALL}, changed by the other
 * methods. Immutable.
 */
public final class AttemptQuery {

  public static final AttemptQuery ALL = new AttemptQuery(Map.of(), MillisRange.ALL, Set.of());

  private final Map<Dimension, Set<String>> allowed;
  private final MillisRange time;
  private final Set<Long> userHashes;
  private final long[] sortedHashes;

  private AttemptQuery(
      Map<Dimension, Set<String>> allowed, MillisRange time, Set<Long> userHashes) {
    this.allowed = allowed;
    this.time = time;
    this.userHashes = userHashes;
    this.sortedHashes = userHashes.stream().mapToLong(Long::longValue).sorted().toArray();
  }

  /** Only entries with one of these values. */
  public AttemptQuery with(Dimension dimension, String... values) {
    Map<Dimension, Set<String>> more = new EnumMap<>(Dimension.class);
    more.putAll(allowed);
    Set<String> set = new HashSet<>(Set.of(values));
    Set<String> before = allowed.get(dimension);
    if (before != null) {
      set.retainAll(before);
    }
    more.put(dimension, set);
    return new AttemptQuery(more, time, userHashes);
  }

  /** Only entries from a time, inclusive, to another, exclusive. */
  public AttemptQuery between(Instant from, Instant to) {
    return new AttemptQuery(allowed, MillisRange.of(from, to), userHashes);
  }

  /** Only entries of a user; 0 for all. */
  public AttemptQuery ofUser(long hash) {
    return ofUsers(hash == 0 ? Set.of() : Set.of(hash));
  }

  /** Only entries of users with one of these hashes; all if there is none. */
  public AttemptQuery ofUsers(Set<Long> hashes) {
    return new AttemptQuery(allowed, time, Set.copyOf(hashes));
  }

  /** The same in another range of time. */
  AttemptQuery in(MillisRange range) {
    return new AttemptQuery(allowed, range, userHashes);
  }

  /** Matches the kinds without an event name that this query would match if they had one. */
  KindFilter otherEvents() {
    Map<Dimension, Set<String>> others = new EnumMap<>(Dimension.class);
    others.putAll(allowed);
    others.put(Dimension.EVENT, Set.of(EntryKind.OTHER_EVENTS));
    return new KindFilter(others);
  }

  MillisRange time() {
    return time;
  }

  /** The hashes of wanted users; empty for all. */
  Set<Long> userHashes() {
    return userHashes;
  }

  /** Whether entries of a user are wanted. */
  boolean isOfUser(long hash) {
    return sortedHashes.length == 0 || Arrays.binarySearch(sortedHashes, hash) >= 0;
  }

  boolean isOfAll() {
    return userHashes.isEmpty();
  }

  /** A filter for one thread. */
  KindFilter filter() {
    return new KindFilter(allowed);
  }
}
