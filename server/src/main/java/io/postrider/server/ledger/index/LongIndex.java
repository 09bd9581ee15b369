package io.postrider.server.ledger.index;

import java.util.Arrays;

/** Numbers distinct keys from 0 in the order of their first use. Belongs to one thread. */
final class LongIndex {

  private static final long MIX = 0x9E3779B97F4A7C15L;

  private long[] keys = new long[64];
  private int[] numbers = new int[64];
  private int size;

  LongIndex() {
    Arrays.fill(numbers, -1);
  }

  int size() {
    return size;
  }

  /** The number of a key; a new key gets the next one. */
  int number(long key) {
    if (size * 2 >= keys.length) {
      grow();
    }
    int slot = slot(key);
    if (numbers[slot] < 0) {
      keys[slot] = key;
      numbers[slot] = size++;
    }
    return numbers[slot];
  }

  private int slot(long key) {
    int mask = keys.length - 1;
    int slot = (int) ((key * MIX) >>> 32) & mask;
    while (numbers[slot] >= 0 && keys[slot] != key) {
      slot = slot + 1 & mask;
    }
    return slot;
  }

  private void grow() {
    long[] oldKeys = keys;
    int[] oldNumbers = numbers;
    keys = new long[oldKeys.length * 2];
    numbers = new int[oldKeys.length * 2];
    Arrays.fill(numbers, -1);
    for (int i = 0; i < oldKeys.length; i++) {
      if (oldNumbers[i] >= 0) {
        int slot = slot(oldKeys[i]);
        keys[slot] = oldKeys[i];
        numbers[slot] = oldNumbers[i];
      }
    }
  }
}
