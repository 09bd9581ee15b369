package io.postrider.delivery;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The open deliveries of a machine, by offset, by due time per URL, and by the end of their retry
 * windows. Uses its own hash table, because every message adds and removes an entry.
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

  /** Adds a delivery that is not present. */
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

  /** Removes a delivery that is present. */
  void remove(OpenDelivery delivery) {
    unschedule(delivery);
    int mask = table.length - 1;
    int hole = slot(delivery.offset(), mask);
    while (table[hole] != delivery) {
      hole = (hole + 1) & mask;
    }
    // entries after the hole move up if a lookup would otherwise stop before reaching them
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

  /** All deliveries, by offset. */
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

  /** The deliveries scheduled for a URL, by due time. */
  DueHeap due(int url) {
    return due[url];
  }

  /** The scheduled deliveries, by the end of their retry windows. */
  DueHeap windows() {
    return windows;
  }

  /** Adds a waiting delivery to the heaps. */
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

  /** Removes a delivery from the heaps, if it is scheduled. */
  void unschedule(OpenDelivery delivery) {
    if (delivery.isScheduled()) {
      for (DueHeap heap : due) {
        heap.remove(delivery);
      }
      windows.remove(delivery);
      delivery.scheduled(false);
    }
  }

  /** Makes all deliveries that wait for a URL due now, except those with a Retry-After. */
  void hasten(int url, boolean retryAfterToo, long nowMillis) {
    DueHeap heap = due[url];
    for (int i = 0; i < heap.size(); i++) {
      OpenDelivery delivery = heap.at(i);
      boolean hastens = retryAfterToo || !delivery.hasRetryAfter(url);
      if (hastens && delivery.dueMillis(url) > nowMillis) {
        delivery.due(url, nowMillis, false);
      }
    }
    heap.rebuild(url);
  }

  void shiftWindows(long byMillis) {
    for (OpenDelivery delivery : table) {
      if (delivery != null) {
        delivery.windowEndMillis(delivery.windowEndMillis() + byMillis);
      }
    }
    windows.shift(byMillis);
  }

  /**
   * Switches to another list of URLs.
   *
   * @param from for each new URL its former index, or -1
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
