package io.postrider.server.config;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Divides the heap: a part for the program itself, a part for the garbage collector to work with,
 * and the rest for what grows with load. A share of the rest has its configured size, or a size by
 * weight within its bounds.
 */
final class HeapShares {

  private static final long MIB = 1 << 20;

  /** What the program needs without load, with a hundred destinations. */
  static final long PROGRAM_BYTES = 32 * MIB;

  /** The garbage collector gets one part in this many. */
  private static final int COLLECTOR_PART = 4;

  /**
   * A share.
   *
   * @param name the setting of a configured size, otherwise what it is for; of one share only
   * @param configured its size, if one is configured
   */
  record Share(String name, Optional<Long> configured, int weight, long minBytes, long maxBytes) {

    static Share of(String name, int weight, long minBytes, long maxBytes) {
      return new Share(name, Optional.empty(), weight, minBytes, maxBytes);
    }

    private long weighed(long bytes, int weights) {
      return (long) ((double) Math.max(0, bytes) * weight / weights);
    }

    Share configured(Optional<ByteSize> size) {
      return new Share(name, size.map(ByteSize::bytes), weight, minBytes, maxBytes);
    }
  }

  private final long heapBytes;
  private final List<Share> shares;
  private final Map<String, Long> sizes = new HashMap<>();

  HeapShares(long heapBytes, List<Share> shares) {
    this.heapBytes = heapBytes;
    this.shares = List.copyOf(shares);
    List<Share> flexible = new ArrayList<>();
    for (Share share : shares) {
      share
          .configured()
          .ifPresentOrElse(size -> sizes.put(share.name(), size), () -> flexible.add(share));
    }
    divide(flexible);
  }

  /** Divides what is left by weight; a share that would be too small gets its minimum first. */
  private void divide(List<Share> flexible) {
    long rest = forLoad() - sizes.values().stream().mapToLong(Long::longValue).sum();
    int weights = flexible.stream().mapToInt(Share::weight).sum();
    for (Share share : flexible) {
      if (share.weighed(rest, weights) < share.minBytes()) {
        sizes.put(share.name(), share.minBytes());
        divide(flexible.stream().filter(other -> !other.equals(share)).toList());
        return;
      }
    }
    for (Share share : flexible) {
      sizes.put(share.name(), Math.min(share.weighed(rest, weights), share.maxBytes()));
    }
  }

  /** The size of a share. */
  long bytes(Share share) {
    Long size = sizes.get(share.name());
    if (size == null) {
      throw new IllegalArgumentException("no share " + share.name());
    }
    return size;
  }

  /** The part of the heap for what grows with load. */
  private long forLoad() {
    return heapBytes - heapBytes / COLLECTOR_PART - PROGRAM_BYTES;
  }

  private long neededBytes() {
    return shares.stream().mapToLong(share -> share.configured().orElse(share.minBytes())).sum();
  }

  /**
   * Fails if the shares do not fit into the heap.
   *
   * @throws StartException with the configured sizes and the heap that they need
   */
  void requireFit() {
    long needed = neededBytes();
    if (needed <= forLoad()) {
      return;
    }
    long heap = (needed + PROGRAM_BYTES) / (COLLECTOR_PART - 1) * COLLECTOR_PART;
    String configured =
        shares.stream()
            .filter(share -> share.configured().isPresent())
            .map(share -> "'" + share.name() + "' (" + mib(share.configured().orElseThrow()) + ")")
            .collect(Collectors.joining(", "));
    throw new StartException(
        "The heap of "
            + mib(heapBytes)
            + " is too small; these settings need "
            + mib(heap)
            + ". Raise it (POSTRIDER_JAVA_OPTS=-Xmx"
            + (heap + MIB - 1) / MIB
            + "m)"
            + (configured.isEmpty() ? "." : ", or lower " + configured + "."));
  }

  /** A size in MiB, rounded up. */
  static String mib(long bytes) {
    return "%,d MiB".formatted((bytes + MIB - 1) / MIB);
  }
}
