package io.postrider.server.ingest.dedupe;

import java.util.Arrays;

/** The hashes of the messages of one request, in order. Reusable; belongs to one event loop. */
public final class HashList {

  private long[] hashes = new long[64];
  private int count;

  public void clear() {
    count = 0;
  }

  public void add(long high, long low) {
    if (2 * count == hashes.length) {
      hashes = Arrays.copyOf(hashes, 2 * hashes.length);
    }
    hashes[2 * count] = high;
    hashes[2 * count + 1] = low;
    count++;
  }

  /** The same hashes, for another owner. */
  public HashList copy() {
    HashList copy = new HashList();
    copy.hashes = hashes.clone();
    copy.count = count;
    return copy;
  }

  public int count() {
    return count;
  }

  public long high(int index) {
    return hashes[2 * index];
  }

  public long low(int index) {
    return hashes[2 * index + 1];
  }
}
