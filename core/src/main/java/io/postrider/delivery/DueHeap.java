package io.postrider.delivery;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A heap of open deliveries by due time, then offset; deliveries store their index in it. */
final class DueHeap {

  private final int slot;
  private long[] times = new long[16];
  private @Nullable OpenDelivery[] items = new @Nullable OpenDelivery[16];
  private int size;

  /**
   * Creates an empty heap.
   *
   * @param slot which of its stored indexes a delivery uses for this heap
   */
  DueHeap(int slot) {
    this.slot = slot;
  }

  boolean isEmpty() {
    return size == 0;
  }

  /** The earliest time, or {@link Long#MAX_VALUE}. */
  long firstMillis() {
    return size == 0 ? Long.MAX_VALUE : times[0];
  }

  /** The earliest time after another, or {@link Long#MAX_VALUE}. */
  long firstAfterMillis(long millis) {
    long earliest = firstMillis();
    if (earliest <= millis) {
      earliest = Long.MAX_VALUE;
      for (int i = 0; i < size; i++) {
        earliest = times[i] > millis ? Math.min(earliest, times[i]) : earliest;
      }
    }
    return earliest;
  }

  @Nullable OpenDelivery first() {
    return size == 0 ? null : items[0];
  }

  void add(OpenDelivery delivery, long timeMillis) {
    if (size == times.length) {
      times = Arrays.copyOf(times, size * 2);
      items = Arrays.copyOf(items, size * 2);
    }
    size++;
    up(size - 1, delivery, timeMillis);
  }

  void remove(OpenDelivery delivery) {
    int index = delivery.heapIndex(slot);
    if (index < 0) {
      return;
    }
    delivery.heapIndex(slot, -1);
    size--;
    OpenDelivery last = at(size);
    long lastTime = times[size];
    items[size] = null;
    if (index == size) {
      return;
    }
    if (index > 0 && isBefore(lastTime, last, (index - 1) >>> 1)) {
      up(index, last, lastTime);
    } else {
      down(index, last, lastTime);
    }
  }

  /** Shifts all times equally, which keeps their order. */
  void shift(long byMillis) {
    for (int i = 0; i < size; i++) {
      times[i] += byMillis;
    }
  }

  /** Rebuilds the heap from the deliveries' due times for a URL. */
  void rebuild(int url) {
    for (int i = 0; i < size; i++) {
      times[i] = at(i).dueMillis(url);
    }
    for (int i = (size >>> 1) - 1; i >= 0; i--) {
      down(i, at(i), times[i]);
    }
  }

  int size() {
    return size;
  }

  OpenDelivery at(int index) {
    OpenDelivery item = items[index];
    if (item == null) {
      throw new IndexOutOfBoundsException("index " + index + " of " + size);
    }
    return item;
  }

  private boolean isBefore(long time, OpenDelivery delivery, int index) {
    long other = times[index];
    return time < other || (time == other && delivery.offset() < at(index).offset());
  }

  private void put(int index, OpenDelivery delivery, long time) {
    times[index] = time;
    items[index] = delivery;
    delivery.heapIndex(slot, index);
  }

  private void up(int from, OpenDelivery delivery, long time) {
    int index = from;
    while (index > 0) {
      int parent = (index - 1) >>> 1;
      if (!isBefore(time, delivery, parent)) {
        break;
      }
      put(index, at(parent), times[parent]);
      index = parent;
    }
    put(index, delivery, time);
  }

  private void down(int from, OpenDelivery delivery, long time) {
    int index = from;
    while (true) {
      int child = 2 * index + 1;
      if (child >= size) {
        break;
      }
      if (child + 1 < size && isBefore(times[child + 1], at(child + 1), child)) {
        child++;
      }
      if (isBefore(time, delivery, child)) {
        break;
      }
      put(index, at(child), times[child]);
      index = child;
    }
    put(index, delivery, time);
  }
}
