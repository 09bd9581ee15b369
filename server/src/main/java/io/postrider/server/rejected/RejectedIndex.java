package io.postrider.server.rejected;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Where the stored calls are in their log, by what they are searched for. Not thread-safe.
 *
 * <p>It holds the last {@link #MAX_CALLS} calls, some 100 bytes each; older ones are forgotten.
 */
final class RejectedIndex {

  /** How many calls can be found. */
  static final int MAX_CALLS = 50_000;

  /** A call without its texts; the record has them. */
  private static final class Entry {

    private final long offset;
    private final StoredCall head;
    private boolean hidden;

    private Entry(long offset, StoredCall head) {
      this.offset = offset;
      this.head = head;
    }
  }

  private final Deque<Entry> entries = new ArrayDeque<>();
  private final Map<String, String> texts = new HashMap<>();
  private @Nullable Instant forgottenTo;

  void add(long offset, StoredCall call) {
    RejectedBody users = new RejectedBody("", call.body().users());
    entries.addLast(
        new Entry(
            offset,
            new StoredCall(
                call.at(),
                call.source(),
                shared(call.code()),
                "",
                shared(call.sender()),
                call.index(),
                call.sizeBytes(),
                users)));
    if (entries.size() > MAX_CALLS) {
      forgetOldest();
    }
  }

  /** One object for equal texts: senders and codes repeat. */
  private String shared(String text) {
    if (texts.size() >= MAX_CALLS) {
      texts.clear();
    }
    return texts.computeIfAbsent(text, same -> same);
  }

  private void forgetOldest() {
    forgottenTo = entries.removeFirst().head.at();
  }

  /** Forgets calls from before a time. */
  void forgetBefore(Instant time) {
    while (!entries.isEmpty() && entries.getFirst().head.at().isBefore(time)) {
      forgetOldest();
    }
  }

  /** Hides the calls that name one of these users. */
  void hide(Set<Long> users) {
    for (Entry entry : entries) {
      entry.hidden |= entry.head.body().users().stream().anyMatch(users::contains);
    }
  }

  /** The offsets of the newest calls before an offset, newest first. */
  List<Long> find(RejectedSearch search, long beforeOffset, int most) {
    List<Long> found = new ArrayList<>();
    Iterator<Entry> newestFirst = entries.descendingIterator();
    while (newestFirst.hasNext() && found.size() < most) {
      Entry entry = newestFirst.next();
      if (entry.offset < beforeOffset && !entry.hidden && search.wants(entry.head)) {
        found.add(entry.offset);
      }
    }
    return found;
  }

  /** The time before which calls are forgotten; null if none is. */
  @Nullable Instant forgottenTo() {
    return forgottenTo;
  }

  int size() {
    return entries.size();
  }
}
