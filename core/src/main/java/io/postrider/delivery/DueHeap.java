package io.postrider.delivery;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A heap of open deliveries by due time, then by offset. Each delivery stores its heap index, so
 * that it can be removed from anywhere.
 */
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

  /** The earliest delivery, or null. */
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

  /** Removes a delivery, if present. */
  void remove(OpenDelivery delivery) {
    int place = delivery.place(slot);
    if (place < 0) {
      return;
    }
    delivery.place(slot, -1);
    size--;
    OpenDelivery last = at(size);
    long lastTime = times[size];
    items[size] = null;
    if (place == size) {
      return;
    }
    if (place > 0 && isBefore(lastTime, last, (place - 1) >>> 1)) {
      up(place, last, lastTime);
    } else {
      down(place, last, lastTime);
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

  OpenDelivery at(int place) {
    OpenDelivery item = items[place];
    if (item == null) {
      throw new IndexOutOfBoundsException("place " + place + " of " + size);
    }
    return item;
  }

  private boolean isBefore(long time, OpenDelivery delivery, int place) {
    long other = times[place];
    return time < other || (time == other && delivery.offset() < at(place).offset());
  }

  private void put(int place, OpenDelivery delivery, long time) {
    times[place] = time;
    items[place] = delivery;
    delivery.place(slot, place);
  }

  private void up(int from, OpenDelivery delivery, long time) {
    int place = from;
    while (place > 0) {
      int parent = (place - 1) >>> 1;
      if (!isBefore(time, delivery, parent)) {
        break;
      }
      put(place, at(parent), times[parent]);
      place = parent;
    }
    put(place, delivery, time);
  }

  private void down(int from, OpenDelivery delivery, long time) {
    int place = from;
    while (true) {
      int child = 2 * place + 1;
      if (child >= size) {
        break;
      }
      if (child + 1 < size && isBefore(times[child + 1], at(child + 1), child)) {
        child++;
      }
      if (isBefore(time, delivery, child)) {
        break;
      }
      put(place, at(child), times[child]);
      place = child;
    }
    put(place, delivery, time);
  }
}
