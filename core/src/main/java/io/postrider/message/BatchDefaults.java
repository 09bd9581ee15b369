package io.postrider.message;

import java.util.Arrays;

/**
 * The {@code context} or {@code integrations} of a batch: defaults for those of its messages.
 *
 * <p>Reusable; belongs to one thread. Canonicalized and indexed once per request. Merging looks up
 * each key of the message among the sorted keys of the batch, and computes the size of the result
 * before copying. So a large batch-level object costs nothing for messages that it makes too large.
 */
final class BatchDefaults {

  private final ByteBuilder rewritten = new ByteBuilder(256);
  private final ByteBuilder unordered = new ByteBuilder(256);
  private byte[] bytes = {};
  private int from;
  private int to;
  private int flags;
  private boolean hasIntegers;

  // Its members in order: the range of each, the range of its key between the quotes, and the last
  // message that overrides it.
  private int[] starts = new int[8];
  private int[] keyEnds = new int[8];
  private int[] ends = new int[8];
  private int[] setAside = new int[8];
  private int count;
  private int merges;
  private Integer[] byKey = {};

  /** Loads a member of a batch; a value that is not an object counts as empty. */
  void load(
      byte[] source, ScannedBody.Part part, JsonScanner scanner, Canonicalizer canonicalizer) {
    count = 0;
    flags = 0;
    hasIntegers = false;
    if (!part.isObject()) {
      return;
    }
    if (part.canonical) {
      bytes = source;
      from = part.from;
      to = part.to;
    } else {
      rewritten.clear();
      canonicalizer.write(source, part.from, rewritten);
      bytes = rewritten.array();
      from = 0;
      to = rewritten.length();
    }
    scanner.start(bytes, from, to);
    flags = MessageTable.context(scanner);
    scanner.start(bytes, from, to);
    for (boolean more = scanner.firstMember(); more; more = scanner.nextMember()) {
      add(scanner);
    }
    byKey = new Integer[count];
    Arrays.setAll(byKey, i -> i);
    Arrays.sort(byKey, this::compareKeys);
  }

  private void add(JsonScanner scanner) {
    if (count == starts.length) {
      starts = Arrays.copyOf(starts, 2 * count);
      keyEnds = Arrays.copyOf(keyEnds, 2 * count);
      ends = Arrays.copyOf(ends, 2 * count);
      setAside = new int[2 * count];
      merges = 0;
    }
    int member = count++;
    starts[member] = scanner.keyFrom() - 1;
    keyEnds[member] = scanner.keyTo();
    hasIntegers |= JsonText.integerKey(bytes, scanner.keyFrom(), scanner.keyTo()) >= 0;
    scanner.value();
    ends[member] = scanner.position();
  }

  private int compareKeys(int a, int b) {
    return Arrays.compareUnsigned(
        bytes, starts[a] + 1, keyEnds[a], bytes, starts[b] + 1, keyEnds[b]);
  }

  boolean isEmpty() {
    return count == 0;
  }

  /** Whether a context flag of {@link MessageTable} is set. */
  boolean has(int flag) {
    return (flags & flag) != 0;
  }

  /** Appends the whole object; false if it would make any message too large. */
  boolean copy(ByteBuilder out) {
    if (to - from > MessageLimits.CANONICAL_MESSAGE_BYTES) {
      return false;
    }
    out.add(bytes, from, to);
    return true;
  }

  /**
   * Appends a message's own canonical object, then the defaults whose keys it lacks. Returns false
   * and appends nothing if that makes the message too large.
   */
  boolean merge(byte[] own, int ownFrom, int ownTo, JsonScanner scanner, ByteBuilder out) {
    if (merges == Integer.MAX_VALUE) {
      Arrays.fill(setAside, 0);
      merges = 0;
    }
    merges++;
    int left = count;
    int size = to - from - 2;
    scanner.start(own, ownFrom, ownTo);
    for (boolean more = scanner.firstMember(); more; more = scanner.nextMember()) {
      int member = find(own, scanner.keyFrom(), scanner.keyTo());
      if (member >= 0) {
        setAside[member] = merges;
        left--;
        size -= ends[member] - starts[member] + 1;
      }
      scanner.value();
    }
    if (size > MessageLimits.CANONICAL_MESSAGE_BYTES) {
      return false;
    }
    if (left == 0) {
      out.add(own, ownFrom, ownTo);
    } else if (hasIntegers) {
      unordered.clear();
      concatenate(own, ownFrom, ownTo, unordered);
      new Canonicalizer().write(unordered.array(), 0, out);
    } else {
      concatenate(own, ownFrom, ownTo, out);
    }
    return true;
  }

  private void concatenate(byte[] own, int ownFrom, int ownTo, ByteBuilder out) {
    out.add(own, ownFrom, ownTo - 1);
    boolean first = ownTo - ownFrom == 2;
    for (int member = 0; member < count; member++) {
      if (setAside[member] != merges) {
        if (!first) {
          out.add(',');
        }
        first = false;
        out.add(bytes, starts[member], ends[member]);
      }
    }
    out.add('}');
  }

  private int find(byte[] key, int keyFrom, int keyTo) {
    int low = 0;
    int high = count - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      int member = byKey[middle];
      int order =
          Arrays.compareUnsigned(bytes, starts[member] + 1, keyEnds[member], key, keyFrom, keyTo);
      if (order == 0) {
        return member;
      }
      if (order < 0) {
        low = middle + 1;
      } else {
        high = middle - 1;
      }
    }
    return -1;
  }
}
