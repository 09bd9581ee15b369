package io.postrider.privacy;

import io.postrider.message.MessageType;
import io.postrider.message.RecordView;
import io.postrider.route.LogEndOffsets;
import java.util.Collection;

/**
 * The deleted users, whose records up to an offset are hidden.
 *
 * <p>Immutable and thread-safe. A lookup costs nothing while nobody is hidden, otherwise one access
 * to memory. Users are identified by the hashes in their records. A {@code delete} is never hidden.
 */
public final class Tombstones {

  /** Maximum number of user and source pairs: 2<sup>20</sup> take 24 MiB. */
  public static final int MAX_USERS = 1_000_000;

  public static final Tombstones NONE = new Tombstones(16);

  private final long[] hashes;
  private final LogEndOffsets[] ends; // null where a slot is empty
  private int size;

  private Tombstones(int slots) {
    this.hashes = new long[slots];
    this.ends = new LogEndOffsets[slots];
  }

  /** Adds users, hidden up to an offset; the larger offset wins for a user who is present. */
  public Tombstones with(Collection<Long> userHashes, LogEndOffsets before) {
    int most = size + userHashes.size();
    Tombstones more = new Tombstones(Math.max(16, 2 * Integer.highestOneBit(2 * most)));
    for (int slot = 0; slot < hashes.length; slot++) {
      if (ends[slot] != null) {
        more.put(hashes[slot], ends[slot]);
      }
    }
    userHashes.forEach(hash -> more.put(hash, before));
    return more;
  }

  private void put(long hash, LogEndOffsets before) {
    int slot = find(hash);
    size += ends[slot] == null ? 1 : 0;
    hashes[slot] = hash;
    ends[slot] = before;
  }

  /** The slot of a hash, or the empty slot to insert it. */
  private int find(long hash) {
    int mask = hashes.length - 1;
    int slot = (int) hash & mask;
    while (ends[slot] != null && hashes[slot] != hash) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  public int size() {
    return size;
  }

  /** Whether the record at a position in the log is hidden. */
  public boolean hide(int partition, long offset, RecordView record) {
    return hides(partition, offset, record.userHash()) && !record.is(MessageType.DELETE);
  }

  /** Whether the record of a user at a position in the log is hidden, unless it is a delete. */
  public boolean hides(int partition, long offset, long userHash) {
    if (size == 0) {
      return false;
    }
    LogEndOffsets before = ends[find(userHash)];
    return before != null && offset < before.at(partition);
  }

  /** Whether records of a user up to some offset are hidden. */
  public boolean contains(long userHash) {
    return size > 0 && ends[find(userHash)] != null;
  }

  @Override
  public String toString() {
    return "Tombstones[" + size + "]";
  }
}
