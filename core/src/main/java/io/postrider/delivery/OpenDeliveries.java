package io.postrider.delivery;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The open deliveries of a machine: by offset, by when each URL is due, and by the end of their
 * windows. A hash table of its own, because one entry comes and goes with every message.
 */
final class OpenDeliveries {

  private static final int SMALLEST_TABLE = 64;

  private @Nullable OpenDelivery[] table = new @Nullable OpenDelivery[SMALLEST_TABLE];
  private int size;
  private DueHeap[] due;
  private DueHeap windows;

  OpenDeliveries(int urls) {
    due = heaps(urls);
    windows = new DueHeap(urls);
  }

  private static DueHeap[] heaps(int urls) {
    DueHeap[] heaps = new DueHeap[urls];
    for (int url = 0; url < urls; url++) {
      heaps[url] = new DueHeap(url);
    }
    return heaps;
  }

  int size() {
    return size;
  }

  // ---- by offset

  private static int slot(long offset, int mask) {
    long mixed = offset * 0x9E3779B97F4A7C15L;
    return (int) (mixed >>> 32) & mask;
  }

  @Nullable OpenDelivery find(long offset) {
    int mask = table.length - 1;
    for (int i = slot(offset, mask); ; i = (i + 1) & mask) {
      OpenDelivery delivery = table[i];
      if (delivery == null || delivery.offset() == offset) {
        return delivery;
      }
    }
  }

  /** Adds a delivery that is not there. */
  void add(OpenDelivery delivery) {
    if (size * 2 >= table.length) {
      @Nullable OpenDelivery[] old = table;
      table = new @Nullable OpenDelivery[old.length * 2];
      for (OpenDelivery moved : old) {
        if (moved != null) {
          insert(moved);
        }
      }
    }
    insert(delivery);
    size++;
  }

  private void insert(OpenDelivery delivery) {
    int mask = table.length - 1;
    int i = slot(delivery.offset(), mask);
    while (table[i] != null) {
      i = (i + 1) & mask;
    }
    table[i] = delivery;
  }

  /** Removes a delivery that is there. */
  void remove(OpenDelivery delivery) {
    unschedule(delivery);
    int mask = table.length - 1;
    int hole = slot(delivery.offset(), mask);
    while (table[hole] != delivery) {
      hole = (hole + 1) & mask;
    }
    // those behind the hole move up if a look-up would otherwise stop before it reaches them
    for (int i = (hole + 1) & mask; ; i = (i + 1) & mask) {
      OpenDelivery next = table[i];
      if (next == null) {
        break;
      }
      int home = slot(next.offset(), mask);
      if (((i - home) & mask) >= ((i - hole) & mask)) {
        table[hole] = next;
        hole = i;
      }
    }
    table[hole] = null;
    size--;
  }

  /** All of them, by offset. */
  List<OpenDelivery> sorted() {
    List<OpenDelivery> all = new ArrayList<>(size);
    for (OpenDelivery delivery : table) {
      if (delivery != null) {
        all.add(delivery);
      }
    }
    all.sort((a, b) -> Long.compare(a.offset(), b.offset()));
    return all;
  }

  /** Those of a user before an offset. */
  List<OpenDelivery> ofUserBefore(long userHash, long offset) {
    List<OpenDelivery> found = List.of();
    for (OpenDelivery delivery : table) {
      if (delivery != null && delivery.userHash() == userHash && delivery.offset() < offset) {
        found = found.isEmpty() ? new ArrayList<>() : found;
        found.add(delivery);
      }
    }
    return found;
  }

  /** The lowest offset, or {@link Long#MAX_VALUE}. */
  long oldest() {
    long oldest = Long.MAX_VALUE;
    for (OpenDelivery delivery : table) {
      if (delivery != null) {
        oldest = Math.min(oldest, delivery.offset());
      }
    }
    return oldest;
  }

  // ---- by time

  /** The deliveries for which a URL is due, or will be. */
  DueHeap due(int url) {
    return due[url];
  }

  /** The deliveries that wait, by the end of their windows. */
  DueHeap windows() {
    return windows;
  }

  /** Puts a delivery that waits where its times are looked at. */
  void schedule(OpenDelivery delivery) {
    delivery.widen(due.length);
    for (int url = 0; url < due.length; url++) {
      if (!delivery.hasRefused(url)) {
        due[url].add(delivery, delivery.dueMillis(url));
      }
    }
    windows.add(delivery, delivery.windowEndMillis());
    delivery.scheduled(true);
  }

  /** The reverse; does nothing to one that does not wait. */
  void unschedule(OpenDelivery delivery) {
    if (delivery.isScheduled()) {
      for (DueHeap heap : due) {
        heap.remove(delivery);
      }
      windows.remove(delivery);
      delivery.scheduled(false);
    }
  }

  /** Makes all that wait for a URL due, but for those whose receiver asked for a later time. */
  void hasten(int url, long nowMillis) {
    DueHeap heap = due[url];
    for (int i = 0; i < heap.size(); i++) {
      OpenDelivery delivery = heap.at(i);
      if (!delivery.hasAsked(url) && delivery.dueMillis(url) > nowMillis) {
        delivery.due(url, nowMillis, false);
      }
    }
    heap.rebuild(url);
  }

  /** Moves the ends of all windows. */
  void shiftWindows(long byMillis) {
    for (OpenDelivery delivery : table) {
      if (delivery != null) {
        delivery.windowEndMillis(delivery.windowEndMillis() + byMillis);
      }
    }
    windows.shift(byMillis);
  }

  /**
   * Goes over to another list of URLs.
   *
   * @param from for each URL of the new list its index in the old one, or -1
   */
  void remap(int[] from) {
    List<OpenDelivery> waiting = new ArrayList<>();
    for (OpenDelivery delivery : table) {
      if (delivery != null) {
        if (delivery.isScheduled()) {
          waiting.add(delivery);
          delivery.scheduled(false);
        }
        delivery.remap(from);
      }
    }
    due = heaps(from.length);
    windows = new DueHeap(from.length);
    waiting.forEach(this::schedule);
  }
}
