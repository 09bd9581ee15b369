package io.postrider.server.usage;

/** Calls that are added up. Belongs to one thread. */
final class CallSum {

  long calls;
  long filtered;
  long firstMillis = Long.MAX_VALUE;
  long lastMillis = Long.MIN_VALUE;

  void add(long atMillis, boolean isFiltered) {
    calls++;
    filtered += isFiltered ? 1 : 0;
    firstMillis = Math.min(firstMillis, atMillis);
    lastMillis = Math.max(lastMillis, atMillis);
  }
}
